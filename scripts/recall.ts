/**
 * `npm run recall`: measures search on the labelled questions of `test/recall`, by text, vectors and both, as a table. `-- --tiny` uses a
 * few and only checks that it runs.
 */
import { company } from "../test/recall/company.ts";
import { dialogues } from "../test/recall/dialogues.ts";
import { figures, MODES, ready, toldNothing, type Asked, type Mode } from "../test/recall/measure.ts";
import type { LabelledSet, Question } from "../test/recall/types.ts";

const NAMES = ["company", "company, renamed", "dialogues"] as const;
const ROWS: readonly (readonly [name: string, which: (question: Question) => boolean])[] = [
  ["all", () => true],
  ["sharing words", ({ isWordless }) => !isWordless],
  ["sharing none", ({ isWordless }) => isWordless],
];

async function print(name: string, asked: Asked, mode: Mode): Promise<void> {
  for (const [row, which] of ROWS) {
    const { at5, at10, mrr, count } = await figures(asked, mode, which);
    if (count > 0) say([name, mode, row, count, ...[at5, at10, mrr].map((one) => one.toFixed(1))]);
  }
  const { told, wronged } = await toldNothing(asked, mode);
  if (asked.set.questions.some(({ kind }) => kind === "none"))
    say([
      name,
      mode,
      "without answer",
      "",
      `told ${told.toFixed(0)} %`,
      `wrongly ${wronged.toFixed(0)} %`,
      "",
    ]);
}

function say(cells: readonly (string | number)[]): void {
  console.log(`| ${cells.map((cell) => String(cell).padEnd(12)).join(" | ")} |`);
}

/** The first questions with their answers and little else. */
function fewOf(set: LabelledSet): LabelledSet {
  const questions = set.questions.slice(0, 10);
  const answers = new Set(questions.flatMap(({ evidence }) => evidence));
  return { ...set, questions, items: set.items.filter(({ id }, at) => at < 20 || answers.has(id)) };
}

const whole = [company(0), company(1), dialogues()];
const isTiny = process.argv.includes("--tiny");
const sets = isTiny ? whole.map(fewOf) : whole;

say(["set", "by", "questions", "count", "recall@5", "recall@10", "MRR"]);
say(Array.from({ length: 7 }, () => "---"));
for (const [index, asked] of (await ready(sets, isTiny)).entries())
  for (const mode of MODES) await print(NAMES[index] ?? "", asked, mode);
