/** A lease is short, and held by renewing it: whoever dies loses it soon, whoever works keeps it for as long as that takes. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { holdLease, LEASE_MS } from "../../../../src/platform/work/index.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("is renewed well before it ends for as long as the work goes on, also where a renewal fails, and no longer", async () => {
  const renewedAt: number[] = [];
  const renew = (): Promise<void> => {
    renewedAt.push(Date.now());
    return renewedAt.length === 2 ? Promise.reject(new Error("down")) : Promise.resolve();
  };
  const begunMs = Date.now();
  const work = Promise.withResolvers<string>();
  const done = holdLease(renew, () => work.promise);
  await vi.advanceTimersByTimeAsync(4 * LEASE_MS);
  work.resolve("done");
  await vi.advanceTimersByTimeAsync(6 * LEASE_MS);
  expect(await done).toBe("done");
  expect(renewedAt.length).toBeGreaterThanOrEqual(8);
  const times = [begunMs, ...renewedAt.filter((_, at) => at !== 1), begunMs + 4 * LEASE_MS];
  for (const [at, time] of times.entries()) expect(time - (times[at - 1] ?? time)).toBeLessThan(LEASE_MS);
  expect(Math.max(...renewedAt)).toBeLessThanOrEqual(begunMs + 4 * LEASE_MS);
});

it("is given up with work that fails", async () => {
  const renew = vi.fn(() => Promise.resolve());
  await expect(holdLease(renew, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await vi.advanceTimersByTimeAsync(10 * LEASE_MS);
  expect(renew).not.toHaveBeenCalled();
});
