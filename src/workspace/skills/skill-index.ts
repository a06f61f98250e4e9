/**
 * The skill index in every prompt, the first level of progressive disclosure: ID and description. Pure and
 * deterministic.
 */
import { SKILL_LIMITS } from "../api/skills.ts";
import type { FoundSkill } from "./read-skills.ts";
import { unseenReplacer } from "../../kernel/unseen.ts";

/** The index, and its size relative to the limit. */
export interface SkillIndex {
  readonly text: string;
  readonly usedChars: number;
  readonly capChars: number;
  /** Whether descriptions were shortened to stay within the limit. */
  readonly cut: boolean;
}

/** The index of usable skills; empty if there are none. */
export function skillIndex(skills: readonly Pick<FoundSkill, "id" | "parsed">[]): SkillIndex {
  const { indexChars: capChars } = SKILL_LIMITS;
  const sorted = [...skills].sort((left, right) => (left.id < right.id ? -1 : 1));
  const whole = sorted.map(({ id, parsed }) => `- ${id}: ${descriptionLine(parsed.description)}`);
  const usedChars = whole.join("\n").length;
  if (usedChars <= capChars) return { text: whole.join("\n"), usedChars, capChars, cut: false };
  const share = Math.floor(capChars / Math.max(1, whole.length)) - 1;
  const lines = whole.map((line) =>
    line.length <= share ? line : `${line.slice(0, Math.max(1, share - 1))}…`,
  );
  return { text: lines.join("\n").slice(0, capChars), usedChars, capChars, cut: true };
}

const onOneLine = unseenReplacer(String.raw`[\p{C}\s]+`);

/** A description on one line that can't be mistaken for our markup. */
function descriptionLine(description: string): string {
  return onOneLine(description.slice(0, SKILL_LIMITS.descriptionChars).toWellFormed(), " ")
    .replace(/[<>]/g, "")
    .trim();
}
