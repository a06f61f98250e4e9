/**
 * Style rules in MEMORY.md, and validation of the style learner's answer: code decides what may be proposed
 * as a rule. Pure.
 */
import * as z from "zod";
import type { Json } from "../../kernel/hash.ts";
import { plainWords } from "../../kernel/plain-words.ts";
import { WORKSPACE_LIMITS } from "../api/workspace-limits.ts";
import { anonymiser } from "./anonymise.ts";
import { PSEUDONYM_WORDS } from "./vocabulary.ts";

const HEADING = "## Style";
const RULE_CHARS = 200;
const RULE_WORDS = 3;

export const styleAnswerSchema = z.object({
  rule: z.object({ text: z.string().max(2_000), examples: z.array(z.string().max(100)).max(50) }).nullable(),
});

/** A style rule must not be about doing, sending, paying, asking or telling anything. */
const DEEDS =
  /\b(?:approv\w*|without asking|ask(?:ing)? first|instruct\w*|passwords?|codes?|keys?|secrets?|bank\w*|pay\w*|transfer\w*|forward\w*|delete\w*|ignore\w*|policy|policies|tools?|bcc)\b/i;

/** The current rules, in order. */
export function styleRules(memory: string): string[] {
  return sectionOf(memory.split("\n")).lines.flatMap((line) => /^[-*]\s+(.+)$/.exec(line)?.[1]?.trim() ?? []);
}

/** MEMORY.md with an added rule; null if there is no room. */
export function memoryWithRule(memory: string, rule: string): string | null {
  const lines = memory.trimEnd().split("\n");
  const { start, lines: section } = sectionOf(lines);
  const line = `- ${rule}`;
  const filled = section.findLastIndex((one) => one.trim() !== "") + 1;
  const content =
    start === null
      ? `${memory.trim() === "" ? "" : `${memory.trimEnd()}\n\n`}${HEADING}\n\n${line}\n`
      : `${[...lines.slice(0, start + filled), ...(filled === 0 ? [""] : []), line, ...lines.slice(start + filled)].join("\n")}\n`;
  return content.length > WORKSPACE_LIMITS.memoryChars ? null : content;
}

/** The section's lines without the heading, and where they start; null if there is none. */
function sectionOf(lines: readonly string[]): {
  readonly start: number | null;
  readonly lines: readonly string[];
} {
  const at = lines.findIndex((line) => line.trim().toLowerCase() === HEADING.toLowerCase());
  if (at === -1) return { start: null, lines: [] };
  const end = lines.findIndex((line, index) => index > at && /^#{1,2}\s/.test(line));
  return { start: at + 1, lines: lines.slice(at + 1, end === -1 ? lines.length : end) };
}

/** Input of the validation. */
export interface RuleBounds {
  /** IDs given to the learner. */
  readonly ids: readonly string[];
  /** Current and rejected rules. */
  readonly known: readonly string[];
}

/** The valid rule of an answer; null if there is none. */
export function readStyleRule(
  answer: Json | undefined,
  { ids, known }: RuleBounds,
): { readonly text: string; readonly examples: readonly string[] } | null {
  const read = styleAnswerSchema.safeParse(answer);
  if (!read.success || read.data.rule === null) return null;
  const text = read.data.rule.text.trim();
  const examples = [...new Set(read.data.rule.examples)];
  const isCited = examples.length > 0 && examples.every((id) => ids.includes(id));
  const said = sameWords(text);
  const isNew = known.every((rule) => sameWords(rule) !== said);
  return isCited && isNew && isStyle(text) ? { text, examples } : null;
}

/** A plain line about wording, without names. */
function isStyle(text: string): boolean {
  const words = plainWords(text);
  if (text.length > RULE_CHARS || words.length < RULE_WORDS) return false;
  if (/[\p{C}\p{Nd}\u2028\u2029<>[\]{}`|@#*_/\\]|:\/\/|www\./u.test(text) || DEEDS.test(text)) return false;
  return (
    !words.some((word) => PSEUDONYM_WORDS.has(word)) &&
    anonymiser([text], []).text(text) === text.normalize("NFC")
  );
}

function sameWords(rule: string): string {
  return plainWords(rule).join(" ");
}
