/** The sets of the agents that run projects as code decides them, each with its figure. */
import type { Json } from "../../../src/kernel/hash.ts";
import type { Figure } from "../report.ts";
import { NOW_MS, workedByCode } from "./by-code.ts";
import { gradeQuery, nlQueryData } from "./nl-query.ts";
import { gradeAsked } from "./writing.ts";
import type { ProjectAnswer } from "./answer.ts";
import type { Graded, ProjectCase, ProjectSet } from "./set.ts";

type Named = Pick<ProjectCase, "id" | "ask">;

/** What code makes of a set without a model, and that its cases can be answered by what the agent is given. */
export async function decideSet(set: ProjectSet): Promise<Figure[]> {
  if (set.agent === "nl-query") return [await decideQuestions(set)];
  if (set.agent === "writing-assistant") return [await decideTexts(set)];
  const graded: (Graded & Named)[] = [];
  const given: (Graded & Named)[] = [];
  for (const one of set.cases) {
    const { output, read } = await workedByCode(set.agent, one);
    const { id, ask } = one;
    graded.push({ id, ask, ...(await one.grade(output, NOW_MS)) });
    if (one.given !== undefined) given.push({ id, ask, ...givenTo(one, read ?? "") });
  }
  const how = set.cases.every(({ draft }) => draft !== undefined) ? "as checked" : "by rules";
  const figure = figureFrom({ ...set, set: `${set.set}, ${how}` }, graded);
  return given.length === 0
    ? [figure]
    : [figure, figureFrom({ set: `${set.set}, what is given`, line: 1, unit: "share" }, given)];
}

async function decideQuestions({ set }: ProjectSet): Promise<Figure> {
  const graded: (Graded & Named)[] = [];
  for (const one of nlQueryData().cases)
    graded.push({ id: one.id, ask: one.turns.join(" → "), ...(await gradeQuery(one, NOW_MS)) });
  return figureFrom({ set: `${set}, as queries`, line: 1, unit: "share" }, graded);
}

async function decideTexts({ set, cases }: ProjectSet): Promise<Figure> {
  const graded: (Graded & Named)[] = [];
  for (const one of cases) graded.push({ id: one.id, ask: one.ask, ...(await gradeAsked(one)) });
  return figureFrom({ set: `${set}, what is given`, line: 1, unit: "share" }, graded);
}

function givenTo({ given = [] }: ProjectCase, read: string): Graded {
  const missing = given.filter((one) => !one.test(read));
  const right = missing.length === 0;
  return {
    right,
    why: missing.map((one) => `nothing like ${one} is given`).join("; "),
    value: right ? 1 : 0,
    weight: 1,
  };
}

/** The figure of graded cases. */
export function figureFrom(
  { set, line, unit }: Pick<Figure, "set" | "line" | "unit">,
  graded: readonly (Graded & Named)[],
): Figure {
  const weight = graded.reduce((sum, one) => sum + one.weight, 0);
  const value = graded.reduce((sum, one) => sum + one.value, 0) / Math.max(1, weight);
  const wrong = graded
    .filter(({ right }) => !right)
    .map(({ id, ask, right, why }) => ({ id, ask, right, why }));
  const cases = graded.length;
  return { set, cases, right: cases - wrong.length, line, value, holds: value >= line, unit, wrong };
}

/** How the reason of an answer without the output's form begins. */
export const UNREAD = "its answer can’t be read";

/** An answer that came, graded. What doesn't have the output's form is wrong. */
export async function gradedAnswer(one: ProjectCase, output: Json | null, nowMs: number): Promise<Graded> {
  try {
    if (output === null) return { right: false, why: "there was no answer", value: 0, weight: 1 };
    const graded = await one.grade(output, nowMs);
    const words = one.wordsOf?.(output) ?? [];
    if (words.length === 0) return graded;
    return { ...graded, right: false, why: [graded.why, ...words].filter(Boolean).join("; "), value: 0 };
  } catch (error) {
    const why = `${UNREAD}: ${String(error).slice(0, 200)}`;
    return { right: false, why, value: 0, weight: 1 };
  }
}

/** What a judge must give on average, of ten. */
export const JUDGED_POINTS = 7;

/** Figures of what was answered: by code, and where there is a judge by its points. */
export async function gradeAnswers(
  sets: readonly ProjectSet[],
  answers: readonly ProjectAnswer[],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const set of sets) {
    const mine = set.cases.flatMap((one) => {
      const answer = answers.find(({ set: name, id }) => name === set.set && id === one.id);
      return answer === undefined ? [] : [{ one, answer }];
    });
    if (mine.length === 0) continue;
    const graded: (Graded & Named)[] = [];
    for (const { one, answer } of mine) {
      const { output, problem, atMs } = answer;
      const made = await gradedAnswer(one, output, atMs);
      const why = output === null && problem !== null ? problem : made.why;
      graded.push({ id: one.id, ask: one.ask, ...made, why });
    }
    figures.push(figureFrom(set, graded));
    figures.push(
      ...judgedFigure(
        set.set,
        mine.map(({ one, answer: { judge } }) => ({ ...one, judge })),
      ),
    );
  }
  return figures;
}

/** The figure of a judge's points; none where nothing was judged. */
export function judgedFigure(set: string, some: readonly (Named & Pick<ProjectAnswer, "judge">)[]): Figure[] {
  const judged = some.flatMap(({ id, ask, judge }): (Graded & Named)[] => {
    if (judge === undefined) return [];
    const { points, why } = judge;
    return [
      { id, ask, right: points > JUDGED_POINTS, why: `${points} of 10: ${why}`, value: points, weight: 1 },
    ];
  });
  if (judged.length === 0) return [];
  const figure = figureFrom({ set: `${set}, judged`, line: JUDGED_POINTS, unit: "points" }, judged);
  return [{ ...figure, holds: figure.value > JUDGED_POINTS }];
}
