/** Waiting, and time limits for it. Work that times out continues in the background, so it must be safe to repeat. */
import { AppError } from "./errors.ts";

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The result of `work`. Rejects with `unavailable` after `ms`. */
export async function withinTime<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const late = Symbol("late");
  const result = await settledWithin<Result | typeof late>(ms, work, late);
  if (result === late) throw new AppError("unavailable", "It took too long, so Steward stopped waiting.");
  return result;
}

/** The result of `work`, or `fallback` after `ms`. Rejects if `work` does. */
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
