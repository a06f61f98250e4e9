import type { WorkspaceDeps } from "../workspace/index.ts";
import { isUsable, readSkills } from "./read-skills.ts";
import { skillIndex } from "./skill-index.ts";

/** The lines of the tenant block on skills; empty where there are none to use. */
export async function promptSkills(deps: WorkspaceDeps): Promise<string> {
  return skillIndex((await readSkills(deps)).filter(isUsable)).text;
}
