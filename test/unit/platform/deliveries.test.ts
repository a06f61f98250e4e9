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

/** Pieces of work that take so long, begun one behind the other, by when. */
function worker(
  deliveries: Deliveries,
  forMs: number,
  { owner = "team", tookMs = 1 }: { readonly owner?: string; readonly tookMs?: number } = {},
): number[] {
  const begun: number[] = [];
  const startMs = Date.now();
  void (async () => {
    while (Date.now() - startMs < forMs)
      await deliveries.giveWay(owner, Infinity, () => {
        begun.push(Date.now() - startMs);
        return after(tookMs);
      });
  })();
  return begun;
}

it("work begins at once while nothing is delivered, and between deliveries that are far apart", async () => {
  const deliveries = make();
  const begun = worker(deliveries, 1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun.length).toBeGreaterThan(900);
  void stream(deliveries, 300, 2_000);
  const between = worker(deliveries, 2_000);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(between.length).toBeGreaterThan(1_000);
});

it("while deliveries stream in, one piece runs at a time and a pause of twice as long follows: slower, and never stopped", async () => {
  const deliveries = make();
  void stream(deliveries, 20, 60_000);
  await vi.advanceTimersByTimeAsync(1_000);
  let running = 0;
  let most = 0;
  let pieces = 0;
  const untilMs = Date.now() + 50_000;
  for (let n = 0; n < 3; n++)
    void (async () => {
      while (Date.now() < untilMs)
        await deliveries.giveWay("team", Infinity, async () => {
          most = Math.max(most, ++running);
          pieces++;
          await after(200);
          running--;
        });
    })();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(most).toBe(1);
  expect(pieces).toBeGreaterThan(65);
  expect(pieces).toBeLessThanOrEqual(84);
});

it("a stream that a busy thread takes in slowly is still one", async () => {
  const deliveries = make();
  void stream(deliveries, 150, 30_000);
  await vi.advanceTimersByTimeAsync(1_000);
  const begun = worker(deliveries, 20_000);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(begun.length).toBeLessThanOrEqual(80);
});

it("turns go round: one team's flood costs another team a turn or two", async () => {
  const deliveries = make();
  void stream(deliveries, 20, 30_000);
  for (let n = 0; n < 20; n++) void worker(deliveries, 30_000, { owner: "flooded" });
  await vi.advanceTimersByTimeAsync(5_000);
  const other = worker(deliveries, 10_000, { owner: "other" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(other[0]).toBeLessThanOrEqual(1_000);
  expect(other.length).toBeGreaterThanOrEqual(8);
});

it("work goes on as soon as the stream has ended, and at the end of its own time in any case", async () => {
  const deliveries = make();
  void stream(deliveries, 20, 2_000);
  await vi.advanceTimersByTimeAsync(1_000);
  // One that never reports its end holds the turn.
  void deliveries.giveWay("team", Infinity, () => new Promise(() => {}));
  const until = vi.fn(() => Promise.resolve());
  void deliveries.giveWay("team", Date.now() + 300, until);
  const ended = vi.fn(() => Promise.resolve());
  void deliveries.giveWay("team", Infinity, ended);
  await vi.advanceTimersByTimeAsync(500);
  expect(until).toHaveBeenCalled();
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(ended).toHaveBeenCalled();
});

it("a team's own stream holds its work until it ends, for a minute at most, and holds no other team's", async () => {
  const deliveries = make();
  const stream = async (forMs: number): Promise<void> => {
    for (let at = 0; at < forMs; at += 20) {
      deliveries.accepted("flooded");
      await after(20);
    }
  };
  for (let n = 0; n < 4; n++) deliveries.accepted("flooded");
  expect(deliveries.isHeld("flooded"), "a few are no stream").toBe(false);
  void stream(30_000);
  await vi.advanceTimersByTimeAsync(29_900);
  expect(deliveries.isHeld("flooded")).toBe(true);
  expect(deliveries.isHeld("other")).toBe(false);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(deliveries.isHeld("flooded"), "a stall is no end").toBe(true);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(deliveries.isHeld("flooded")).toBe(false);
  void stream(90_000);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(deliveries.isHeld("flooded")).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(deliveries.isHeld("flooded"), "a steady stream").toBe(false);
});

it("a piece that never reports its end gives its place back after half a minute", async () => {
  const deliveries = make();
  void stream(deliveries, 20, 60_000);
  await vi.advanceTimersByTimeAsync(1_000);
  void deliveries.giveWay("team", Infinity, () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(1);
  const begun = worker(deliveries, 50_000);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(begun).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(begun.length).toBeGreaterThan(1);
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
