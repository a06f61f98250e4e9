/** Skills in words. Pure. */
import type { Skill } from "../../../../src/workspace/api/skills.ts";

/** Typed text as a skill name: `Lease renewal!` becomes `lease-renewal`. The server decides. */
export function skillName(typed: string): string {
  return typed
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** Skills by their group, those without one first. */
export function byGroup(
  skills: readonly Skill[],
): readonly { readonly group: string | null; readonly skills: readonly Skill[] }[] {
  const groups = new Map<string | null, Skill[]>();
  for (const skill of skills) groups.set(skill.group, [...(groups.get(skill.group) ?? []), skill]);
  return [...groups]
    .map(([group, members]) => ({ group, skills: members }))
    .sort((left, right) => (left.group ?? "").localeCompare(right.group ?? ""));
}

/** Why an agent does not see it; null when it does. */
export function hiddenBecause(skill: Skill): string | null {
  if (!skill.valid) return "Hidden from Steward until you fix this";
  if (!skill.enabled) return "Turned off";
  return null;
}
