/**
 * Reranks results with a model that reads each passage together with the question. Only reorders: on any failure the original order
 * stays, and no result is added or dropped.
 */
import { withinTime } from "../../kernel/time-limit.ts";

export interface Reranker {
  /** One score per text, higher is better; comparable within one call only. Throws IntegrationError. */
  score(question: string, texts: readonly string[]): Promise<readonly number[]>;
}

/** Results reranked; later ones keep their place. */
export const RERANKED = 50;
/** Timeout. */
const WITHIN_MS = 1_500;
/** Characters read per passage: the models accept 512 word pieces including the question. */
const TEXT_CHARS = 1_600;

/** Results in reranked order. `failed` receives the reason when the order is kept. */
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
    const scores = await withinTime(WITHIN_MS, reranker.score(question, texts));
    if (scores.length !== first.length || scores.some((score) => !Number.isFinite(score)))
      throw new RangeError("a reranker gave no score for some of the passages");
    const order = first.map((one, index) => ({ one, score: scores[index] ?? 0, index }));
    order.sort((left, right) => right.score - left.score || left.index - right.index);
    // Scores stay with positions, so that the first still has the highest confidence.
    return [
      ...order.map(({ one }, place) => ({ ...one, score: first[place]?.score ?? one.score })),
      ...found.slice(RERANKED),
    ];
  } catch (error) {
    failed(error);
    return [...found];
  }
}
