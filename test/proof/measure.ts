/** How well altered answers of a labelled set are told from true ones: what `given` is, the answers' authors had before them; of the checker they knew nothing. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { standsOn, type Given } from "../../src/proof/index.ts";
import { answerOf } from "../support/answer.ts";
import type { Part } from "../../src/protocol/message.ts";

/** An answer that is true by what was found, and the same with one figure, name or day changed. */
export interface Labelled {
  readonly id: string;
  readonly question: string;
  readonly asker: string;
  /** `Fri 2026-11-20` */
  readonly today: string;
  readonly given: readonly unknown[];
  readonly answer: string;
  readonly altered: {
    readonly kind: "digit" | "name" | "date";
    readonly from: string;
    readonly to: string;
    readonly answer: string;
  };
}

/** Ids of true answers that were marked and of altered ones that were not. */
export interface Outcome {
  readonly cases: number;
  readonly falselyMarked: readonly string[];
  readonly missed: readonly string[];
}

/** Judges a set, `answers`, `held-out` or `fresh`. */
export function measure(name: string): Outcome {
  const cases = JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), "utf8")) as Labelled[];
  const falselyMarked = cases.filter((one) => marksOf(one, one.answer).length > 0);
  const missed = cases.filter((one) => {
    const before = new Set(marksOf(one, one.answer));
    return marksOf(one, one.altered.answer).every((mark) => before.has(mark));
  });
  return {
    cases: cases.length,
    falselyMarked: falselyMarked.map(({ id }) => id),
    missed: missed.map(({ id }) => id),
  };
}

function marksOf({ question, asker, today, given }: Labelled, answer: string): string[] {
  const day = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "full" }).format(
    new Date(`${today.slice(-10)}T12:00:00Z`),
  );
  const messages: Given[] = [
    {
      runId: "run",
      kind: "inbound",
      parts: [{ type: "text", text: question } as Part],
      context: `<context>\nNow: ${day} at 9:05 AM (America/New_York)\nSpeaking: ${asker} (of the team)\n</context>`,
    },
    {
      runId: "run",
      kind: "results",
      parts: given.map(
        (result, index) =>
          ({ type: "tool_result", tool_use_id: `c${index}`, content: JSON.stringify(result) }) as Part,
      ),
    },
  ];
  const stands = standsOn("run", answerOf(answer), messages);
  return [...(stands?.unprovenClaims ?? []).map(({ words }) => words), ...(stands?.unprovenQuotes ?? [])];
}
