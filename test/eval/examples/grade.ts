/** Cases made from what people did with a proposal: edited it, or turned it down. What code can tell of another try: figures are kept, and what a person took out isn't there again. Pure. */
import * as z from "zod";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonSchema } from "../../../src/platform/api/common.ts";
import { exampleFileSchema, type ExampleFile } from "../../../src/workspace/api/examples.ts";
import { verdict, type Graded, type Judged } from "../projects/set.ts";

const argumentsSchema = z.record(z.string(), jsonSchema);

/** A decided proposal as the product hands it out, its people under names that are nobody's. */
export type Example = ExampleFile["examples"][number];

export const examplesSchema = exampleFileSchema.refine(
  ({ examples }) =>
    examples.length > 0 &&
    new Set(examples.map(({ id }) => id)).size === examples.length &&
    examples.every(({ verdict: made, wanted }) => made === "rejected" || wanted !== null),
  { message: "each stands there once, and what was edited says what was wanted" },
);

/** The name of the set, its line, and whose work it is. */
export const EXAMPLES = "examples";
export const EXAMPLES_LINE = 0.8;
export const EXAMPLES_AGENT = "steward";

/** Those of a file. Throws for any other form. */
export function examplesIn(file: string): Example[] {
  return examplesSchema.parse(JSON.parse(readFileSync(file, "utf8"))).examples;
}

/** Those that are committed. */
export const committedExamples = (): Example[] => examplesIn(join(import.meta.dirname, "examples.json"));

/** What came of another try. */
export const triedSchema = z.strictObject({
  proposals: z.array(
    z.strictObject({
      tool: z.string(),
      arguments: argumentsSchema,
      /** Names of those it would reach; null where that isn't known. */
      reaches: z.array(z.string()).nullable(),
    }),
  ),
  answer: z.string(),
});
export type Tried = z.infer<typeof triedSchema>;
type Proposal = Tried["proposals"][number];

/** Fields that say where to, and hold no words. */
const PLACES = /^(to|cc|bcc|from|.*Id|.*Ids)$/;

/** The words of arguments, in order. */
export function wordsOfArguments(given: Example["proposed"]): string {
  const leaves = (value: z.core.util.JSONType, name: string): string[] => {
    if (typeof value === "string") return PLACES.test(name) ? [] : [value];
    if (Array.isArray(value)) return value.flatMap((one) => leaves(one, name));
    if (typeof value !== "object" || value === null) return typeof value === "number" ? [String(value)] : [];
    return Object.entries(value).flatMap(([inner, one]) => leaves(one, inner));
  };
  return leaves(given, "").join("\n");
}

const DAYS = "monday tuesday wednesday thursday friday saturday sunday today tonight tomorrow yesterday";
const MONTHS = "january february march april may june july august september october november december";
const NAMED = `${DAYS} ${MONTHS}`.split(" ");

/** Figures, amounts, times and days in words, each in one form: `9:00 AM` and `9` are the same, `$1,475.00` and `$1475` too. */
export function factsIn(words: string): Set<string> {
  const plain = plainOf(words).replaceAll(/(?<=\d)(?:st|nd|rd|th)\b/g, "");
  const figures = plain.match(/\$?\d[\d,]*(?:[.:]\d+)*[a-z]?(?![a-z])/g) ?? [];
  const days = NAMED.filter((day) => new RegExp(`\\b${day === "may" ? "may(?= \\d)" : day}`).test(plain));
  return new Set([...figures.map((figure) => figure.replaceAll(",", "").replace(/[.:]00$/, "")), ...days]);
}

/** In small letters, without the half of the day after a time. */
function plainOf(words: string): string {
  const small = words.normalize("NFC").toLowerCase().replaceAll(/[’‘]/g, "'");
  return small.replaceAll(/(?<=\d)\s*[ap]\.?m\b\.?/g, "");
}

/** Without figures, which are compared as facts. */
const tokensOf = (words: string): string[] => plainOf(words).match(/[\p{L}']+/gu) ?? [];

/** Words that somebody took out: at least two in a row of which the new ones hold none, and one of which says something. */
const TELLING_LETTERS = 5;

function takenOut(proposed: string, wanted: string): string[] {
  const kept = new Set(tokensOf(wanted));
  const runs: string[][] = [[]];
  for (const token of tokensOf(proposed)) {
    if (kept.has(token)) runs.push([]);
    else runs.at(-1)?.push(token);
  }
  return runs.flatMap((run) =>
    run.length >= 2 && run.some(({ length }) => length >= TELLING_LETTERS) ? [run.join(" ")] : [],
  );
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
  new Set([...some].filter((one) => !others.has(one)));

/** The share of words from which on two proposals are the same. */
const ALIKE = 0.75;

function alike(one: string, other: string): boolean {
  const [first, second] = [new Set(tokensOf(one)), new Set(tokensOf(other))];
  const both = without(first, without(first, second)).size;
  const [facts, others] = [factsIn(one), factsIn(other)];
  const isFactual = without(facts, others).size + without(others, facts).size === 0;
  return isFactual && both / Math.max(1, first.size + second.size - both) >= ALIKE;
}

/** Grades another try by code. */
export function gradeExample(example: Example, { proposals }: Tried): Graded {
  const mine = proposals.filter(({ tool }) => tool === example.tool);
  return verdict(example.wanted === null ? again(example, mine) : unlike(example, example.wanted, mine));
}

/** What was turned down may not be proposed to the same people again. */
function again({ proposed, people }: Example, mine: readonly Proposal[]): string[] {
  const before = wordsOfArguments(proposed);
  const to = recipientsOf({ people });
  return mine.flatMap(({ arguments: given, reaches }) => {
    const isSame = alike(wordsOfArguments(given), before);
    const isTo = reaches === null || to.length === 0 || to.some((name) => reaches.includes(name));
    return isSame && isTo ? ["the same is proposed again"] : [];
  });
}

function unlike(
  { proposed, people }: Example,
  wanted: Example["proposed"],
  mine: readonly Proposal[],
): string[] {
  const [only, ...more] = mine;
  if (only === undefined) return ["nothing is proposed"];
  const [was, is, now] = [proposed, wanted, only.arguments].map(wordsOfArguments) as [string, string, string];
  const [old, right, got] = [factsIn(was), factsIn(is), factsIn(now)];
  const said = ` ${tokensOf(now).join(" ")} `;
  const missing = recipientsOf({ people }).filter((name) => only.reaches?.includes(name) === false);
  return [
    ...(more.length === 0 ? [] : [`${mine.length} drafts for one`]),
    ...missing.map((name) => `it doesn’t reach ${name}`),
    ...[...without(right, got)].map((fact) => `“${fact}” is lost`),
    ...[...without(old, right)].flatMap((fact) => (got.has(fact) ? [`“${fact}” is there again`] : [])),
    ...takenOut(was, is).flatMap((run) => (said.includes(` ${run} `) ? [`“${run}” is there again`] : [])),
  ];
}

/** Names of those a proposal was for. */
export function recipientsOf({ people }: Pick<Example, "people">): string[] {
  return people.flatMap(({ name, as }) => (as === "recipient" ? [name] : []));
}

/** What a judge scores: the words beside what a person made of the first try. */
export function judgedExample(example: Example, { proposals, answer }: Tried): Judged {
  const { asked, proposed, wanted, reason } = example;
  const words = proposals.map(({ arguments: given }) => wordsOfArguments(given));
  return {
    rubric: "example",
    truth: [
      ...asked.map((one) => `Asked for: ${one}`),
      `Proposed at first: ${wordsOfArguments(proposed)}`,
      wanted === null
        ? "A colleague turned that down."
        : `A colleague changed that to: ${wordsOfArguments(wanted)}`,
      ...(reason === null ? [] : [`Because: ${reason}`]),
    ],
    words: words.length === 0 ? `(Nothing was proposed. Said instead:) ${answer}` : words.join("\n---\n"),
  };
}

/** By code: of each example the person's own words pass its grader, and what was proposed first doesn't. */
export function checkExample(example: Example): Graded {
  const { tool, proposed, wanted } = example;
  const tried = (given: Example["proposed"] | null): Tried => ({
    proposals: given === null ? [] : [{ tool, arguments: given, reaches: null }],
    answer: "",
  });
  const right = gradeExample(example, tried(wanted));
  const wrong = gradeExample(example, tried(proposed));
  return verdict([
    ...(right.right ? [] : [`what was wanted is wrong: ${right.why}`]),
    ...(wrong.right ? ["what was proposed is right"] : []),
  ]);
}
