/** NOBODY-ALONE before a conversation has it: the worst case of a text that cannot be handed on, and that what goes well costs nothing else its turn. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LOOK_MS, sweepInbox, type InboxDeps } from "../../../src/inbox/index.ts";
import { tryEach } from "../../../src/inbox/look.ts";
import { isoTime } from "../../../src/kernel/clock.ts";
import { silentLogger } from "../../../src/kernel/log.ts";

const MINUTE_MS = 60_000;
const clock = { now: () => Date.now() };
const never = (): Promise<never> => new Promise(() => {});

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-22T12:00:00.000Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Texts accepted at some time that fail as told, and the clock's looks at them. Answers after how long each was told, in ms. */
async function toldAfter(
  acceptedMs: number,
  count: number,
  { fail, isAtWork }: { fail: () => Promise<never>; isAtWork: boolean },
): Promise<number[]> {
  const told = new Map<string, number>();
  const rowOf = (id: string) => ({
    id,
    state: "received",
    direction: "incoming",
    receivedAt: isoTime(acceptedMs),
    contactNumber: "+14125550142",
    text: "Is anybody there?",
    attachments: 0,
    others: null,
  });
  let next = 0;
  const inbox = (): InboxDeps => {
    const row = rowOf(String(next++));
    return {
      db: { tenantId: row.id, find: () => Promise.resolve(row), update: () => Promise.resolve() },
      clock,
      logger: silentLogger,
      routing: fail,
      contactOf: () => new Promise((resolve) => setTimeout(() => resolve(null), LOOK_MS.name)),
      tellUnread: ({ id }: { id: string }) => {
        if (!told.has(id)) told.set(id, Date.now() - acceptedMs);
        return Promise.resolve();
      },
    } as unknown as InboxDeps;
  };
  const deps = {
    clock,
    logger: silentLogger,
    system: {
      listWaitingTexts(beforeIso: string) {
        next = 0;
        const waits = Date.parse(beforeIso) >= acceptedMs;
        const ids = Array.from({ length: waits ? count : 0 }, (_, index) => String(index));
        return Promise.resolve(ids.map((id) => ({ tenantId: id, id })));
      },
      forgetInboundEvents: () => Promise.resolve(),
    },
    depsFor: inbox,
  } as unknown as Parameters<typeof sweepInbox>[0];
  const drain = Object.assign(() => Promise.resolve(), { isAtWork: () => isAtWork });
  for (let looked = 0; looked < 6; looked++) {
    void sweepInbox(deps, drain);
    await vi.advanceTimersByTimeAsync(LOOK_MS.every);
  }
  return Array.from({ length: count }, (_, index) => told.get(String(index)) ?? Infinity);
}

it.each([
  { why: "fails at once", fail: () => Promise.reject(new Error("down")), isAtWork: false },
  {
    why: "fails at once while a drain is busy",
    fail: () => Promise.reject(new Error("down")),
    isAtWork: true,
  },
  { why: "gives no answer", fail: never, isAtWork: false },
  { why: "gives no answer while a drain is busy", fail: never, isAtWork: true },
])("NOBODY-ALONE: a text is told within a minute where its hand-over $why, whenever it came", async (how) => {
  const start = Date.now();
  const waits: number[] = [];
  // More than a look has patience for, accepted at every second between two looks.
  for (let second = 0; second < LOOK_MS.every / 1000; second++) {
    vi.setSystemTime(start);
    waits.push(...(await toldAfter(start + second * 1000 + 1, 40, how)));
  }
  // A clock that comes ten seconds late is within the minute too.
  expect(Math.max(...waits)).toBeLessThanOrEqual(MINUTE_MS - 10_000);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(LOOK_MS.unread);
});

it("what goes well is never cut short, however long all of it takes together", async () => {
  const handed: number[] = [];
  const looked = tryEach(
    clock,
    Array.from({ length: 100 }, (_, index) => ({ tenantId: "t", index })),
    async ({ index }) => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      handed.push(index);
    },
    () => Promise.resolve(),
  );
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(await looked).toEqual([]);
  expect(handed).toHaveLength(100);
});

it("one team's trouble uses up no patience that another team's texts need", async () => {
  const handed: number[] = [];
  const waiting = Array.from({ length: 100 }, (_, index) => ({
    tenantId: index < 90 ? "broken" : "t",
    index,
  }));
  const looked = tryEach(
    clock,
    waiting,
    ({ tenantId, index }) => {
      if (tenantId === "broken") return never();
      handed.push(index);
      return Promise.resolve();
    },
    () => Promise.resolve(),
  );
  await vi.advanceTimersByTimeAsync(LOOK_MS.patience);
  expect((await looked).map(({ index }) => index)).toEqual(waiting.slice(0, 90).map(({ index }) => index));
  expect(handed).toEqual(waiting.slice(90).map(({ index }) => index));
});

it("what belongs to one thread is tried one after the other, in its order; other threads are beside it", async () => {
  const under = new Map<string, number>();
  const handed: number[] = [];
  let most = 0;
  const looked = tryEach(
    clock,
    Array.from({ length: 12 }, (_, index) => ({ tenantId: "t", inOrderWith: `thread ${index % 3}`, index })),
    async ({ inOrderWith, index }) => {
      under.set(inOrderWith, (under.get(inOrderWith) ?? 0) + 1);
      most = Math.max(most, ...under.values());
      await new Promise((resolve) => setTimeout(resolve, 100));
      under.set(inOrderWith, (under.get(inOrderWith) ?? 0) - 1);
      handed.push(index);
    },
    () => Promise.resolve(),
  );
  await vi.advanceTimersByTimeAsync(400);
  expect(await looked).toEqual([]);
  expect(most).toBe(1);
  expect(handed).toEqual(Array.from({ length: 12 }, (_, index) => index));
});
