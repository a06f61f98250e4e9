import type { WorkspaceDeps } from "../index.ts";
import { isUsable, readSkills, type FoundSkill } from "./read-skills.ts";
import { skillIndex } from "./skill-index.ts";

/** What prompts hold of skills. */
export interface PromptSkills {
  /** The lines of the tenant block; empty where there are none to use. */
  readonly text: string;
  /** The lines of groups that are some agent's own, by group: they stand in that agent's prompts alone. */
  readonly groups: Readonly<Record<string, string>>;
}

/** The first level of every skill there is to use. `own`: groups that stand in no other agent's prompts. */
export async function promptSkills(deps: WorkspaceDeps, own: readonly string[] = []): Promise<PromptSkills> {
  const skills = (await readSkills(deps)).filter(isUsable);
  const ownGroupOf = ({ id }: FoundSkill): string => own.find((group) => id.startsWith(`${group}/`)) ?? "";
  const byGroup = Map.groupBy(skills, ownGroupOf);
  return {
    text: skillIndex(byGroup.get("") ?? []).text,
    groups: Object.fromEntries(
      [...byGroup].flatMap(([group, some]) => (group === "" ? [] : [[group, skillIndex(some).text]])),
    ),
  };
}
