/**
 * Reads what the keeper answered, and holds it to the rules: a line is folded in its own words or it stays in its note, so that no fact can
 * vanish or change on the way; a duplicate or a contradiction counts only where the words it names really stand there. Pure.
 */
import * as z from "zod";
import type { Fold, LineOutcome, NoteLine, ShownFile } from "./types.ts";

const AREA = /^areas\/[a-z0-9][a-z0-9_-]{0,60}\.md$/;
const MEMORY_LINES = 5;
const MEMORY_CHARS = 300;

const quoteSchema = z.string().max(2_000).nullish();
const planSchema = z.object({
  folds: z
    .array(
      z.object({
        line: z.int(),
        area: z.string().max(200).nullish(),
        duplicateOf: quoteSchema,
        contradicts: quoteSchema,
      }),
    )
    .max(1_000),
  memory: z
    .array(z.object({ text: z.string().max(2_000), lines: z.array(z.int()).max(50) }))
    .max(50)
    .nullish(),
});

/** The fold an answer asks for; null for an answer that is no plan. Lines it says nothing of are left. */
export function readPlan(
  answer: string,
  shown: { readonly lines: readonly NoteLine[]; readonly files: readonly ShownFile[] },
): Fold | null {
  const plan = planSchema.safeParse(jsonIn(answer));
  if (!plan.success) return null;
  const stands = (quote: string | null | undefined, line: NoteLine): string | null =>
    quote === null || quote === undefined ? null : standing(quote, line, shown);
  const outcomes = shown.lines.map((line): LineOutcome => {
    const fold = plan.data.folds.find((one) => one.line === line.number);
    const sameAs = stands(fold?.duplicateOf, line);
    if (fold === undefined || sameAs !== null) return { kind: "left", line, sameAs };
    const area = fold.area ?? "";
    if (!AREA.test(area)) return { kind: "left", line, sameAs: null };
    return { kind: "folded", line, area, contradicts: stands(fold.contradicts, line) };
  });
  return { outcomes, memory: memoryOf(plan.data.memory ?? [], shown.lines) };
}

/** The first JSON object of an answer, in a fence or not. */
function jsonIn(answer: string): unknown {
  const from = answer.indexOf("{");
  const to = answer.lastIndexOf("}");
  if (from < 0 || to < from) return null;
  try {
    return JSON.parse(answer.slice(from, to + 1));
  } catch {
    return null;
  }
}

/** Words that are named as standing elsewhere, if they do: in a shown file, or in another line of the notes. */
function standing(
  quote: string,
  line: NoteLine,
  { lines, files }: { readonly lines: readonly NoteLine[]; readonly files: readonly ShownFile[] },
): string | null {
  const words = plain(quote);
  if (words.length < 4) return null;
  const inFile = files.find(({ content }) => plain(content).includes(words));
  if (inFile !== undefined) return `${inFile.path}: “${oneLine(quote)}”`;
  const other = lines.find(({ id, text }) => id !== line.id && plain(text).includes(words));
  return other === undefined ? null : `${other.note}, line ${other.line}: “${oneLine(quote)}”`;
}

function memoryOf(
  given: readonly { readonly text: string; readonly lines: readonly number[] }[],
  lines: readonly NoteLine[],
): Fold["memory"] {
  return given
    .map(({ text, lines: numbers }) => ({
      text: oneLine(text).slice(0, MEMORY_CHARS),
      lines: lines.filter(({ number }) => numbers.includes(number)),
    }))
    .filter(({ text, lines: cited }) => text !== "" && cited.length > 0)
    .slice(0, MEMORY_LINES);
}

const plain = (text: string): string =>
  text
    .replace(/[\p{C}\s*_`]+/gu, " ")
    .trim()
    .toLowerCase();

/** Words as one line of Markdown. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, " ")
    .replace(/^[-*+>#\s]+/, "")
    .trim();
}
