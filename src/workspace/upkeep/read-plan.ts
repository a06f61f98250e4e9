/**
 * Parses and validates the memory curator's answer: a line is folded in its own words or stays in its note,
 * so that no fact can be lost or changed; a duplicate or contradiction counts only if the words it names
 * really exist. The curator may have seen untrusted content: neither its words nor names made from them may
 * end up next to the team's own lines. Pure.
 */
import * as z from "zod";
import type { Json } from "../../kernel/hash.ts";
import { saysOtherwise } from "./same-facts.ts";
import type { Beside, Fold, LineOutcome, NoteLine, ShownFile } from "./types.ts";
import { unseenReplacer } from "../../kernel/unseen.ts";

const AREA = /^areas\/[a-z0-9][a-z0-9_-]{0,60}\.md$/;
const MEMORY_LINES = 5;
const MEMORY_CHARS = 300;

const quoteSchema = z.string().max(2_000).nullish();
const foldSchema = z.object({
  line: z.int(),
  area: z.string().max(200).nullish(),
  duplicateOf: quoteSchema,
  contradicts: quoteSchema,
});
export const upkeepPlanSchema = z.object({
  folds: z.array(foldSchema).max(1_000),
  memory: z
    .array(z.object({ text: z.string().max(2_000), lines: z.array(z.int()).max(50) }))
    .max(50)
    .nullish(),
});

/** Where words are found: the location for readers, and the area if it is one of the team's own. */
interface Standing {
  readonly place: string;
  readonly area: string | null;
}

/** What the curator was shown. */
interface Shown {
  readonly lines: readonly NoteLine[];
  readonly files: readonly ShownFile[];
}

/** The fold in an answer; null if the answer is not a plan. Lines it omits are left. */
export function readPlan(answer: Json, shown: Shown): Fold | null {
  const plan = upkeepPlanSchema.safeParse(answer);
  if (!plan.success) return null;
  const mayName = namesFor(shown);
  const outcomes = shown.lines.map((line): LineOutcome => {
    const fold = plan.data.folds.find((one) => one.line === line.number);
    if (fold === undefined) return { kind: "left", line, beside: null };
    const found = besideOf(fold, line, shown);
    const beside = found === null ? null : { how: found.how, place: found.place };
    if (beside?.how === "says the same as") return { kind: "left", line, beside };
    const area = mayName(line, fold.area ?? found?.area ?? "");
    return area === null ? { kind: "left", line, beside } : { kind: "folded", line, area, beside };
  });
  const outside = [...shown.lines, ...shown.files].some(({ source }) => source !== null);
  return { outside, outcomes, memory: memoryOf(plan.data.memory ?? [], shown.lines) };
}

/**
 * The words a line duplicates or contradicts, if they exist. A claimed duplicate counts only if it says
 * nothing different.
 */
function besideOf(
  { duplicateOf, contradicts }: z.output<typeof foldSchema>,
  line: NoteLine,
  shown: Shown,
): (Beside & Standing) | null {
  const same = standing(duplicateOf ?? "", line, shown);
  if (same !== null) {
    const how = saysOtherwise(line.text, duplicateOf ?? "") ? "may contradict" : "says the same as";
    return { how, ...same };
  }
  const against = standing(contradicts ?? "", line, shown);
  return against === null ? null : { how: "contradicts", ...against };
}

/**
 * The area a line may go to; null if none. File names are part of every prompt: if untrusted content was
 * shown, a team line goes to an existing area, to a new one whose name the team itself uses, or else to the
 * one its note is named after.
 */
function namesFor({ lines, files }: Shown): (line: NoteLine, area: string) => string | null {
  const isOwn = ({ source }: { readonly source: string | null }): boolean => source === null;
  const known = new Set(files.map(({ path }) => path));
  const own = [
    ...lines.filter(isOwn).flatMap(({ note, text }) => [note, text]),
    ...files.filter(isOwn).flatMap(({ path, content }) => [path, content]),
  ];
  const isClean = lines.every(isOwn) && files.every(isOwn);
  const vocabulary = new Set(isClean ? [] : own.flatMap(wordsOf));
  const usesOwnWords = (area: string): boolean =>
    wordsOf(area.slice("areas/".length, -".md".length)).every((word) => vocabulary.has(word));
  return (line, area) => {
    if (!AREA.test(area)) return null;
    if (isClean || !isOwn(line) || known.has(area) || usesOwnWords(area)) return area;
    const topic = /\/\d{4}-\d{2}-\d{2}_([^/]+\.md)$/.exec(line.note)?.[1] ?? "";
    return AREA.test(`areas/${topic}`) ? `areas/${topic}` : null;
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/**
 * Words quoted as found elsewhere, if they are: in a shown file, or in another line of the notes. Words next
 * to untrusted content are referred to by location only, without names that content may have chosen.
 */
function standing(quote: string, line: NoteLine, { lines, files }: Shown): Standing | null {
  const words = plain(quote);
  if (words.length < 4) return null;
  const here = (text: string): boolean => plain(text).includes(words);
  const [inFile] = ownFirst(files.filter(({ content }) => here(content)));
  if (inFile !== undefined)
    return inFile.source === null
      ? { place: `${inFile.path}: “${markdownLine(quote)}”`, area: inFile.path }
      : { place: "a file in areas/ that holds text from outside", area: null };
  const [other] = ownFirst(lines.filter(({ id, text }) => id !== line.id && here(text)));
  if (other === undefined) return null;
  const quoted = other.source === null ? `: “${markdownLine(quote)}”` : "";
  return { place: `${placeOf(other)}${quoted}`, area: null };
}

function ownFirst<Place extends { readonly source: string | null }>(places: readonly Place[]): Place[] {
  return places.toSorted((left, right) => Number(left.source !== null) - Number(right.source !== null));
}

/**
 * The location of a line. The name of a note with untrusted content may itself be untrusted: its day is
 * enough.
 */
export function placeOf({ note, line, source }: NoteLine): string {
  if (source === null) return `${note}, line ${line}`;
  const day = /\d{4}-\d{2}-\d{2}/.exec(note)?.[0] ?? "";
  return `a note of ${day} that holds text from outside, line ${line}`;
}

function memoryOf(
  given: readonly { readonly text: string; readonly lines: readonly number[] }[],
  lines: readonly NoteLine[],
): Fold["memory"] {
  return given
    .map(({ text, lines: numbers }) => ({
      text: markdownLine(text).slice(0, MEMORY_CHARS),
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

const withoutUnseen = unseenReplacer(String.raw`[\p{C}\s]+`);

/** Text as one line of Markdown. */
export function markdownLine(text: string): string {
  return withoutUnseen(text, " ")
    .replace(/^[-*+>#\s]+/, "")
    .trim();
}
