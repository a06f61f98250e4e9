/**
 * Reads what the memory curator answered, and holds it to the rules: a line is folded in its own words or it stays in its note, so that no fact
 * can vanish or change on the way; a duplicate or a contradiction counts only where the words it names really stand there. The curator may have
 * been shown text from outside: neither its words nor names made of them come out beside the team's own lines. Pure.
 */
import * as z from "zod";
import type { Json } from "../../kernel/hash.ts";
import { saysOtherwise } from "./same-facts.ts";
import type { Beside, Fold, LineOutcome, NoteLine, ShownFile } from "./types.ts";

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
/** What the memory curator answers. */
export const upkeepPlanSchema = z.object({
  folds: z.array(foldSchema).max(1_000),
  memory: z
    .array(z.object({ text: z.string().max(2_000), lines: z.array(z.int()).max(50) }))
    .max(50)
    .nullish(),
});

/** Where words stand: the place named for a reader, and the area where it is one of the team's own. */
interface Standing {
  readonly place: string;
  readonly area: string | null;
}

/** What the curator was shown. */
interface Shown {
  readonly lines: readonly NoteLine[];
  readonly files: readonly ShownFile[];
}

/** The fold an answer asks for; null for an answer that is no plan. Lines it says nothing of are left. */
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

/** What the curator says a line stands beside, where it really does. What it takes for a duplicate is one only if it says nothing else. */
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
 * The area a line may go to; null for none. Names of files stand in every prompt: where text from outside was shown, a line of the team's own goes to
 * an area that is there, or to a new one named in words the team itself uses, else to the one its note is named by.
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
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Words that are named as standing elsewhere, if they do: in a shown file, or in another line of the notes. What stands beside text from outside is
 * named by its place alone, and that without names such text may have been given.
 */
function standing(quote: string, line: NoteLine, { lines, files }: Shown): Standing | null {
  const words = plain(quote);
  if (words.length < 4) return null;
  const here = (text: string): boolean => plain(text).includes(words);
  const [inFile] = ownFirst(files.filter(({ content }) => here(content)));
  if (inFile !== undefined)
    return inFile.source === null
      ? { place: `${inFile.path}: “${oneLine(quote)}”`, area: inFile.path }
      : { place: "a file in areas/ that holds text from outside", area: null };
  const [other] = ownFirst(lines.filter(({ id, text }) => id !== line.id && here(text)));
  if (other === undefined) return null;
  const quoted = other.source === null ? `: “${oneLine(quote)}”` : "";
  return { place: `${placeOf(other)}${quoted}`, area: null };
}

function ownFirst<Place extends { readonly source: string | null }>(places: readonly Place[]): Place[] {
  return places.toSorted((left, right) => Number(left.source !== null) - Number(right.source !== null));
}

/** Where a line stands. The name of a note that holds text from outside may be such text too: its day says enough. */
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
