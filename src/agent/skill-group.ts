/** What an agent's sub-runs are told about the team, with the index of its skill group. Pure. */
import type { PromptSnapshot } from "./conversations/index.ts";
import type { LoadedSkill } from "../accounts/api/account-query.ts";
import type { AgentDefinition } from "./define-agent.ts";
import type { ToolCall } from "./ports.ts";

/** The tool that loads a skill. */
const LOAD_SKILL = "load_skill";

/** The index of an agent's own skill group; empty if it has none. */
export function skillLines(
  { skillGroups = {} }: Pick<PromptSnapshot, "skillGroups">,
  { skillGroup }: Pick<AgentDefinition, "skillGroup">,
): string {
  return skillGroup === null ? "" : (skillGroups[skillGroup] ?? "");
}

const SKILLS = /\n<skills>\n[\s\S]*?\n<\/skills>/;

/** The tenant block of a sub-run. The team's skills are listed only for an agent that can load them. */
export function briefingOf(
  agent: Pick<AgentDefinition, "briefing" | "skillGroup" | "tools">,
  snapshot: Pick<PromptSnapshot, "text" | "brief" | "skillGroups">,
): string {
  if (agent.briefing === "whole" || snapshot.brief === undefined)
    return agent.tools.includes(LOAD_SKILL) ? snapshot.text : snapshot.text.replace(SKILLS, "");
  const skills = skillLines(snapshot, agent);
  return skills === "" ? snapshot.brief : `${snapshot.brief}\n<skills>\n${skills}\n</skills>`;
}

/** The skill that a `load_skill` call loaded; null for any other call. */
export function loadedSkill({ name, input }: ToolCall, skills: string): LoadedSkill | null {
  const asked = input["name"];
  if (name !== LOAD_SKILL || typeof asked !== "string") return null;
  const line = skills
    .split("\n")
    .find((one) => one.startsWith(`- ${asked}: `) || one.includes(`/${asked}: `));
  const [id = asked, description = ""] = line?.slice(2).split(/: (.*)/s) ?? [];
  const resource = input["resource"];
  return typeof resource === "string" && resource !== "SKILL.md"
    ? { name: `${id}/${resource}`, description, level: 3 }
    : { name: id, description, level: 2 };
}
