/** How well altered answers of a labelled set are told from true ones: what `given` is, the answers' authors had before them; of the checker they knew nothing. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { plainText } from "../../src/agent/conversations/index.ts";
import { standsOn, type Answer, type Given } from "../../src/agent/citations/index.ts";
import type { Passage, PassagePlace } from "../../src/agent/runs/index.ts";
import { answerOf } from "../support/answer.ts";
import type { Part } from "../../src/agent/api/message.ts";

/** An answer that is true by what was found, and the same with one figure, name or day changed. */
export interface Labelled {
  readonly id: string;
  readonly question: string;
  readonly asker: string;
  /** `Fri 2026-11-20` */
  readonly today: string;
  readonly given: readonly unknown[];
  readonly answer: string | readonly Piece[];
  readonly altered: {
    readonly kind: "digit" | "name" | "date";
    readonly from: string;
    readonly to: string;
    /** The whole, where the true one is one text; else which piece of it is changed. */
    readonly answer?: string;
    readonly part?: number;
  };
}

/** A piece of an answer with what its model cites: the link of something found, and its words. */
interface Piece {
  readonly text: string;
  readonly cites: readonly { readonly source: string; readonly cited: string }[];
}

/** Ids of true answers that were marked and of altered ones that were not. */
export interface Outcome {
  readonly cases: number;
  readonly falselyMarked: readonly string[];
  readonly missed: readonly string[];
}

/** The answers of a set, by its file's name. */
export function labelled(name: string): Labelled[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), "utf8")) as Labelled[];
}

/** An answer with words of it changed, once. Throws where they don't stand there. */
export function alteredBy(answer: Labelled["answer"], from: string, to: string): string {
  if (typeof answer !== "string" || !answer.includes(from)) throw new Error(`nothing to change: ${from}`);
  return answer.replace(from, () => to);
}

/** Judges a set by its file's name. */
export function measure(name: string): Outcome {
  const cases = labelled(name);
  const falselyMarked = cases.filter((one) => marksOf(one, one.answer).length > 0);
  const missed = cases.filter((one) => {
    const before = new Set(marksOf(one, one.answer));
    return marksOf(one, alteredOf(one)).every((mark) => before.has(mark));
  });
  return {
    cases: cases.length,
    falselyMarked: falselyMarked.map(({ id }) => id),
    missed: missed.map(({ id }) => id),
  };
}

function alteredOf({
  answer,
  altered: { from, to, part, answer: whole = "" },
}: Labelled): Labelled["answer"] {
  if (typeof answer === "string") return whole;
  return answer.map((piece, index) =>
    index === part ? { ...piece, text: piece.text.replace(from, () => to) } : piece,
  );
}

export function written(answer: Labelled["answer"]): Answer {
  if (typeof answer === "string") return answerOf(answer);
  const parts = answer.map(({ text, cites }) => {
    const citations = cites.map(({ source, cited }) => ({
      type: "search_result_location",
      source,
      cited_text: cited,
    }));
    return { type: "text", text, citations } as unknown as Part;
  });
  return { parts, text: plainText };
}

/** Each quote of a result can be cited. */
function passagesOf(result: unknown): Passage[] {
  const { items = [] } = result as { readonly items?: readonly PassagePlace[] };
  return items.flatMap(({ link, title, in: kind, at }, index) =>
    link === undefined ? [] : [{ path: ["items", index, "quote"], link, title, in: kind, at }],
  );
}

/** What its agent was asked and found. */
export function givenOf({ question, asker, today, given }: Labelled): Given[] {
  const day = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "full" }).format(
    new Date(`${today.slice(-10)}T12:00:00Z`),
  );
  return [
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
          ({
            type: "tool_result",
            tool_use_id: `c${index}`,
            content: JSON.stringify(result),
            passages: passagesOf(result),
          }) as Part,
      ),
    },
  ];
}

function marksOf(one: Labelled, answer: Labelled["answer"]): string[] {
  const stands = standsOn("run", written(answer), givenOf(one));
  return [...(stands?.unprovenClaims ?? []).map(({ words }) => words), ...(stands?.unprovenQuotes ?? [])];
}
