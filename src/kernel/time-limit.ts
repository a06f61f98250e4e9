/** Waiting for something no longer than so long. What is given up goes on by itself: it must be safe to repeat. */
import { AppError } from "./errors.ts";

/** What `work` comes to. Rejects with `unavailable` once it has taken `ms`. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const late = Symbol("late");
  const result = await settledWithin<Result | typeof late>(ms, work, late);
  if (result === late) throw new AppError("unavailable", "It took too long, so Steward stopped waiting.");
  return result;
}

/** What `work` comes to, or `fallback` once it has taken `ms`. Rejects as `work` does. */
export async function settledWithin<Result>(
  ms: number,
  work: Promise<Result>,
  fallback: Result,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve(fallback), ms);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
