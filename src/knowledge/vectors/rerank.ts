/**
 * A second look at what was found: a model reads each passage together with the question. It only reorders: whatever goes wrong with it, the order that was
 * there stands. Nothing that was not found comes in, and nothing falls out.
 */
import { within } from "../../kernel/time-limit.ts";

/** Reads passages together with a question. */
export interface Reranker {
  /** A score for each text, the higher the better; scores of one call alone compare. Throws IntegrationError. */
  score(question: string, texts: readonly string[]): Promise<readonly number[]>;
}

/** Passages read again; what stands behind them keeps its place. */
export const RERANKED = 50;
/** So long an answer waits for it. */
const WITHIN_MS = 1_500;
/** Characters of a passage that are read: the models read 512 word pieces with the question. */
const TEXT_CHARS = 1_600;

/** What was found in the order of the reranker. `failed` is told why the order stayed as it was. */
export async function reranked<
  Found extends { readonly text: string; readonly context: string; readonly score: number },
>(
  reranker: Reranker,
  question: string,
  found: readonly Found[],
  failed: (error: unknown) => void,
): Promise<Found[]> {
  const first = found.slice(0, RERANKED);
  if (first.length < 2) return [...found];
  try {
    const texts = first.map(({ context, text }) => `${context}\n${text}`.slice(0, TEXT_CHARS));
    const scores = await within(WITHIN_MS, reranker.score(question, texts));
    if (scores.length !== first.length || scores.some((score) => !Number.isFinite(score)))
      throw new RangeError("a reranker gave no score for some of the passages");
    const order = first.map((one, index) => ({ one, score: scores[index] ?? 0, index }));
    order.sort((left, right) => right.score - left.score || left.index - right.index);
    // A place's score stays with the place: the first is still what the answer is sure of most.
    return [
      ...order.map(({ one }, place) => ({ ...one, score: first[place]?.score ?? one.score })),
      ...found.slice(RERANKED),
    ];
  } catch (error) {
    failed(error);
    return [...found];
  }
}
