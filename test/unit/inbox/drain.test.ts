/** HOOK-RATE in small: what is handed on behind the answers leaves room for the answers still to be given. */
import { expect, it, vi } from "vitest";
import { createDrain, createUrgentFirst, sweepInbox, type InboxDeps } from "../../../src/inbox/index.ts";
import { silentLogger } from "../../../src/kernel/log.ts";

const WORK_MS = 40;

/** A drain over texts that wait, with its own time; a text takes 40 ms. `more` is called while it sleeps. */
function drainOf(count: number, more: (drain: () => Promise<void>) => void) {
  const clock = { time: 1_000_000, now: () => clock.time };
  const seen = { atOnce: 0, most: 0, rested: [] as number[], done: 0 };
  const waiting = Array.from({ length: count }, (_, index) => ({ tenantId: "t", id: `text-${index}` }));
  const db = {
    async find() {
      seen.atOnce += 1;
      seen.most = Math.max(seen.most, seen.atOnce);
      await Promise.resolve();
      clock.time += WORK_MS / seen.atOnce;
      seen.atOnce -= 1;
      seen.done += 1;
      return null;
    },
  };
  const drain = createDrain();
  const deps: Parameters<typeof drain>[0] = {
    clock,
    logger: silentLogger,
    system: {
      listWaitingTexts: () => Promise.resolve(waiting.splice(0)),
    } as unknown as Parameters<typeof drain>[0]["system"],
    depsFor: () => ({ db }) as unknown as InboxDeps,
    sleep(ms) {
      clock.time += ms;
      if (seen.done > 0) seen.rested.push(ms);
      more(() => drain(deps));
      return Promise.resolve();
    },
    handedOn: () => Promise.resolve(),
  };
  return { seen, run: () => drain(deps) };
}

it("while texts come in, one at a time is handed on and three times as much time is left free", async () => {
  const { seen, run } = drainOf(6, (drain) => void drain());
  await run();
  expect(seen.done).toBe(6);
  expect(seen.most).toBe(1);
  expect(seen.rested).toEqual(Array.from({ length: 6 }, () => 3 * WORK_MS));
});

it("what is in its line is left to it by the clock, for a while", async () => {
  const asked: string[] = [];
  const clock = { now: () => Date.parse("2026-11-22T12:00:00.000Z") };
  const system = {
    listWaitingTexts(beforeIso: string) {
      asked.push(beforeIso);
      return Promise.resolve([]);
    },
    forgetInboundEvents: () => Promise.resolve(),
  };
  const deps = { clock, logger: silentLogger, system } as unknown as Parameters<typeof sweepInbox>[0];
  const drain = createDrain();
  await sweepInbox(deps, drain);
  await sweepInbox(
    deps,
    Object.assign(() => Promise.resolve(), { isAtWork: () => true }),
  );
  expect(asked).toEqual(["2026-11-22T11:59:55.000Z", "2026-11-22T11:59:45.000Z"]);
});

it("once nothing has come in for a while, what waits is handed on side by side and without a rest", async () => {
  const { seen, run } = drainOf(60, () => {});
  await run();
  expect(seen.done).toBe(60);
  expect(seen.most).toBe(2);
  expect(seen.rested.length).toBeLessThan(10);
});

it("an urgent text goes before all that wait, and a storm of them goes in line", async () => {
  const first = createUrgentFirst();
  const handed: string[] = [];
  const held: (() => void)[] = [];
  const clock = { time: 1_000_000, now: () => clock.time };
  // A text is looked up when it is handed on, and each takes until it is let go.
  const inbox = (id: string): InboxDeps => {
    const find = (): Promise<null> => {
      handed.push(id);
      return new Promise((resolve) => held.push(() => resolve(null)));
    };
    return { clock, db: { find } } as unknown as InboxDeps;
  };
  const words = (): Promise<string[]> => Promise.resolve(["flood"]);
  const comesIn = (id: string, text: string, direction: "incoming" | "outgoing" = "incoming") =>
    first({ inbox: inbox(id), words }, { id, direction, text });
  expect(await comesIn("calm", "See you tomorrow")).toBe(false);
  expect(await comesIn("ours", "Is it flooding?", "outgoing")).toBe(false);
  const two = [comesIn("one", "It is flooding"), comesIn("two", "A flood!")];
  expect(await comesIn("three", "It floods here too")).toBe(false);
  expect(handed).toEqual(["one", "two"]);
  for (const letGo of held) letGo();
  expect(await Promise.all(two)).toEqual([true, true]);
  // What died with its request keeps no place for ever.
  void comesIn("dead", "flood");
  void comesIn("dead too", "flood");
  await vi.waitFor(() => expect(handed).toContain("dead too"));
  clock.time += 5_000;
  void comesIn("after", "flood");
  await vi.waitFor(() => expect(handed).toContain("after"));
});
