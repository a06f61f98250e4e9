import type { WorkspaceDeps } from "../index.ts";
import { isUsable, readSkills, type FoundSkill } from "./read-skills.ts";
import { skillIndex } from "./skill-index.ts";

/** The skills part of prompts. */
interface PromptSkills {
  /** Lines of the tenant block; empty if there are no usable skills. */
  readonly text: string;
  /** Lines of groups that belong to one agent, by group: only that agent's prompts include them. */
  readonly groups: Readonly<Record<string, string>>;
}

/** The first level of every usable skill. `own`: groups reserved for one agent's prompts. */
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
