/** Figures of the examples: as code checks them, and of what came of playing them. */
import type { ProjectAnswer } from "../projects/answer.ts";
import { figureFrom, judgedFigure } from "../projects/decide.ts";
import { verdict } from "../projects/set.ts";
import type { Figure } from "../report.ts";
import { checkExample, EXAMPLES, EXAMPLES_LINE, gradeExample, triedSchema, type Example } from "./grade.ts";

const named = ({ id, asked }: Example): { id: string; ask: string } => ({ id, ask: asked.join(" → ") });

/** Whether their grading tells what a person wanted from what was proposed first. */
export function checkedExamples(examples: readonly Example[]): Figure {
  const graded = examples.map((one) => ({ ...named(one), ...checkExample(one) }));
  return figureFrom({ set: `${EXAMPLES}, as checked`, line: 1, unit: "share" }, graded);
}

/** What was answered, graded by code and with the judge's points as recorded. */
export function gradeExamples(examples: readonly Example[], answers: readonly ProjectAnswer[]): Figure[] {
  const played = examples.flatMap((one) => {
    const answer = answers.find(({ set, id }) => set === EXAMPLES && id === one.id);
    return answer === undefined ? [] : [{ one, answer }];
  });
  if (played.length === 0) return [];
  const graded = played.map(({ one, answer: { output, problem } }) => ({
    ...named(one),
    ...(output === null
      ? verdict([problem ?? "it was not played"])
      : gradeExample(one, triedSchema.parse(output))),
  }));
  return [
    figureFrom({ set: EXAMPLES, line: EXAMPLES_LINE, unit: "share" }, graded),
    ...judgedFigure(
      EXAMPLES,
      played.map(({ one, answer: { judge } }) => ({ ...named(one), judge })),
    ),
  ];
}
