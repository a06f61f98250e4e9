import { beforeEach, expect, it, vi } from "vitest";
import { Deliveries } from "../../../src/platform/deliveries.ts";

beforeEach(() => void vi.useFakeTimers());

const make = () => new Deliveries(() => Date.now());
// oxlint-disable-next-line no-restricted-globals -- the clock is given: `vi.useFakeTimers`
const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Deliveries, each answered in 10 ms, so many apart and for so long. */
async function stream(deliveries: Deliveries, everyMs: number, forMs: number): Promise<void> {
  for (let at = 0; at < forMs; at += everyMs) {
    void deliveries.answer(() => after(10));
    await after(everyMs);
  }
}

/** Pieces of work begun one behind the other, by when. */
function worker(deliveries: Deliveries, forMs: number, owner = "team"): number[] {
  const begun: number[] = [];
  const startMs = Date.now();
  void (async () => {
    while (Date.now() - startMs < forMs) {
      await deliveries.turn(owner, Infinity);
      begun.push(Date.now() - startMs);
      await after(1);
    }
  })();
  return begun;
}

it("work begins at once while nothing is delivered, and between deliveries that are far apart", async () => {
  const deliveries = make();
  const begun = worker(deliveries, 1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun.length).toBeGreaterThan(900);
  void stream(deliveries, 200, 2_000);
  const between = worker(deliveries, 2_000);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(between.length).toBeGreaterThan(400);
});

it("while deliveries follow closely, all work of the isolate together begins twice a second: slower, and never stopped", async () => {
  const deliveries = make();
  void stream(deliveries, 20, 60_000);
  const begun = [worker(deliveries, 60_000), worker(deliveries, 60_000), worker(deliveries, 60_000)];
  await vi.advanceTimersByTimeAsync(60_000);
  const all = begun.flat();
  expect(all.length).toBeGreaterThan(90);
  expect(all.length).toBeLessThanOrEqual(123);
  expect(Math.max(...all)).toBeGreaterThan(58_000);
});

it("turns go round: one team's flood costs another team a turn or two", async () => {
  const deliveries = make();
  void stream(deliveries, 20, 30_000);
  for (let n = 0; n < 20; n++) void worker(deliveries, 30_000, "flooded");
  await vi.advanceTimersByTimeAsync(5_000);
  const other = worker(deliveries, 10_000, "other");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(other[0]).toBeLessThanOrEqual(1_000);
  expect(other.length).toBeGreaterThanOrEqual(8);
});

it("work goes on as soon as the stream has ended, and at the end of its own time in any case", async () => {
  const deliveries = make();
  void deliveries.answer(() => new Promise(() => {}));
  await deliveries.turn("team", Infinity);
  const until = vi.fn();
  void deliveries.turn("team", Date.now() + 300).then(until);
  await vi.advanceTimersByTimeAsync(400);
  expect(until).toHaveBeenCalled();
  const ended = vi.fn();
  void deliveries.turn("team", Infinity).then(ended);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(600);
  expect(ended).toHaveBeenCalled();
});

it("more than can be answered soon are refused with a time to wait, until some are answered or gone", async () => {
  const deliveries = make();
  for (let n = 0; n < 256; n++) void deliveries.answer(() => new Promise(() => {}));
  const work = vi.fn(() => Promise.resolve());
  await expect(deliveries.answer(work)).rejects.toMatchObject({
    code: "unavailable",
    details: { retryAfterSeconds: 5 },
  });
  expect(work).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 30_000);
  await deliveries.answer(work);
  expect(work).toHaveBeenCalledOnce();
  expect(deliveries.inFlight).toBe(0);
});

it("the slower deliveries are answered, the more seldom work begins, and never more seldom than every five seconds", async () => {
  const begunWhile = async (tookMs: number): Promise<number> => {
    const deliveries = make();
    const startMs = Date.now();
    void (async () => {
      while (Date.now() - startMs < 60_000) {
        void deliveries.answer(() => after(tookMs));
        await after(20);
      }
    })();
    await vi.advanceTimersByTimeAsync(5_000);
    const begun = worker(deliveries, 50_000);
    await vi.advanceTimersByTimeAsync(60_000);
    return begun.length;
  };
  expect(await begunWhile(10)).toBeGreaterThan(80);
  const slow = await begunWhile(200);
  expect(slow).toBeGreaterThan(20);
  expect(slow).toBeLessThan(30);
  const full = await begunWhile(4_000);
  expect(full).toBeGreaterThanOrEqual(9);
  expect(full).toBeLessThanOrEqual(12);
});
