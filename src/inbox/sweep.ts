/**
 * Handing on what waits. `createDrain` does it right behind the answers; `sweepInbox` is the guarantee: three times a minute, what was accepted and not
 * handed on is handed on or told to a person, and old events are forgotten.
 */
import { eq } from "drizzle-orm";
import { texts, type SystemDb } from "../db/index.ts";
import { isoTime, msOf, type Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/log.ts";
import { formatNumber } from "../kernel/phone.ts";
import { handOn, noteNotHandedOn, wordsOf } from "./hand-on.ts";
import { LOOK_MS, tryEach } from "./look.ts";
import type { InboxDeps } from "./ports.ts";

/** Younger texts are still with the request that accepted them; while this isolate drains, those that are in its line. */
const SETTLING_MS = { idle: 5_000, draining: LOOK_MS.unread } as const;
const AT_ONCE = 200;
/** Fewer behind the answers: what comes in meanwhile goes first. */
const DRAINED_SIDE_BY_SIDE = 2;
/** So long after a text came in, more are expected: each that is handed on is then followed by a rest of so many times what it took. */
const COMING_IN_MS = 500;
const REST_TIMES = 3;
const LONGEST_REST_MS = 1_000;
/** Events are known for longer than any sender repeats them (Quo: about 28 hours). */
const KEPT_MS = 30 * 24 * 3_600_000;
const FORGOTTEN_AT_ONCE = 1_000;

/** What the sweep is given. */
export interface SweepDeps {
  readonly system: SystemDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly depsFor: (tenantId: string) => InboxDeps;
  readonly sleep: (ms: number) => Promise<void>;
  /** Called once texts of a tenant were handed on. Never throws. */
  readonly handedOn: (tenantId: string) => Promise<void>;
}

/** A drain, and whether it is at work. */
export interface Drain {
  (deps: SweepDeps): Promise<void>;
  readonly isAtWork: (nowMs: number) => boolean;
}

/** A burst is let in before it is worked through: work begins once nothing has come for so long, or after the longer time. */
const BURST_PAUSE_MS = 150;
const BURST_MOST_MS = 2_000;
/** A drain that shows no progress for so long has died with its request. */
const DRAIN_DEAD_MS = 5_000;

/**
 * A drain of one isolate: whoever accepts a text calls it, and one caller at a time works for all, so that a burst is acknowledged before it is
 * worked through. While more comes in it works on one text at a time and rests behind each: answers go before work. It looks again before it
 * ends if somebody called meanwhile. Never throws.
 */
export function createDrain(): Drain {
  let aliveUntilMs = 0;
  let calledAtMs = 0;
  let calledAgain = false;
  const drain = async (deps: SweepDeps): Promise<void> => {
    calledAgain = true;
    calledAtMs = deps.clock.now();
    if (deps.clock.now() < aliveUntilMs) return;
    const alive = (): void => {
      aliveUntilMs = deps.clock.now() + DRAIN_DEAD_MS;
    };
    const isCalled = (withinMs: number): boolean => deps.clock.now() - calledAtMs < withinMs;
    const pace = {
      sideBySide: () => (isCalled(COMING_IN_MS) ? 1 : DRAINED_SIDE_BY_SIDE),
      async rest(tookMs: number) {
        alive();
        if (isCalled(COMING_IN_MS)) await deps.sleep(Math.min(tookMs * REST_TIMES, LONGEST_REST_MS));
      },
    };
    const tried = new Set<string>();
    const tenants = new Set<string>();
    alive();
    try {
      const startedMs = deps.clock.now();
      do await deps.sleep(BURST_PAUSE_MS);
      while (isCalled(BURST_PAUSE_MS) && deps.clock.now() - startedMs < BURST_MOST_MS);
      alive();
      while (calledAgain) {
        calledAgain = false;
        const waiting = await deps.system.listWaitingTexts(isoTime(deps.clock.now()), AT_ONCE);
        const fresh = waiting.filter(({ tenantId, id }) => !tried.has(`${tenantId} ${id}`));
        for (const { tenantId, id } of fresh) tried.add(`${tenantId} ${id}`);
        await handOnAll(deps, fresh, pace);
        for (const { tenantId } of fresh) tenants.add(tenantId);
        if (fresh.length > 0) {
          calledAgain = true;
          continue;
        }
        for (const tenantId of tenants) await deps.handedOn(tenantId);
        tenants.clear();
      }
    } catch (error) {
      deps.logger.error("inbox.drain_failed", { error });
    } finally {
      aliveUntilMs = 0;
    }
  };
  return Object.assign(drain, { isAtWork: (nowMs: number) => nowMs < aliveUntilMs });
}

/**
 * Hands on what waits, and tells a person of what cannot be. One text's failure stops no other. `drain` is this isolate's own: what is in its line is
 * left to it for a while.
 */
export async function sweepInbox(deps: SweepDeps, drain?: Drain): Promise<void> {
  const nowMs = deps.clock.now();
  const settlingMs = drain?.isAtWork(nowMs) === true ? SETTLING_MS.draining : SETTLING_MS.idle;
  const listed = await deps.system.listWaitingTexts(isoTime(nowMs - settlingMs), AT_ONCE);
  const inboxOf = inboxesOf(deps);
  const waiting = listed.map((text) => ({ ...text, inbox: inboxOf(text.tenantId) }));
  const unhanded = await tryEach(
    deps.clock,
    waiting,
    ({ inbox, id }) => handOn(inbox, id),
    ({ tenantId, inbox, id }, error) => {
      deps.logger.error("inbox.not_handed_on", { tenantId, error });
      return noteNotHandedOn(inbox, id);
    },
  );
  for (const told of await Promise.allSettled(unhanded.map(({ inbox, id }) => tellIfUnread(inbox, id)))) {
    if (told.status === "rejected") deps.logger.error("inbox.unread_not_told", { error: told.reason });
  }
  await deps.system.forgetInboundEvents(isoTime(nowMs - KEPT_MS), FORGOTTEN_AT_ONCE);
}

/** The inboxes of the teams of one pass, each opened once. */
function inboxesOf({ depsFor }: SweepDeps): (tenantId: string) => InboxDeps {
  const opened = new Map<string, InboxDeps>();
  return (tenantId) => {
    const inbox = opened.get(tenantId) ?? depsFor(tenantId);
    opened.set(tenantId, inbox);
    return inbox;
  };
}

/** How fast texts are handed on; asked anew for each group. */
interface Pace {
  readonly sideBySide: () => number;
  /** What is waited for behind a group that took so long. */
  readonly rest: (tookMs: number) => Promise<void>;
}

/** Hands texts on, a few side by side. One that fails stops no other and stays waiting. */
async function handOnAll(
  deps: SweepDeps,
  waiting: readonly { readonly tenantId: string; readonly id: string }[],
  pace: Pace,
): Promise<void> {
  const inboxOf = inboxesOf(deps);
  const left = [...waiting];
  while (left.length > 0) {
    const begunMs = deps.clock.now();
    const group = left
      .splice(0, pace.sideBySide())
      .map(async ({ tenantId, id }) => tryOnce(inboxOf(tenantId), id));
    for (const result of await Promise.allSettled(group)) {
      if (result.status === "rejected") deps.logger.error("inbox.not_handed_on", { error: result.reason });
    }
    await pace.rest(deps.clock.now() - begunMs);
  }
}

/** Hands a text on. One that cannot be goes behind those that were tried less. */
async function tryOnce(deps: InboxDeps, textId: string): Promise<void> {
  try {
    await handOn(deps, textId);
  } catch (error) {
    await noteNotHandedOn(deps, textId);
    throw error;
  }
}

/** Tells a person of a text that was not handed on for so long. */
async function tellIfUnread(deps: InboxDeps, textId: string): Promise<void> {
  const row = await deps.db.find(texts, eq(texts.id, textId));
  if (row === null || row.state !== "received" || row.direction !== "incoming") return;
  if (deps.clock.now() - msOf(row.receivedAt) < LOOK_MS.unread) return;
  const name = (await deps.contactOf(row.contactNumber))?.name ?? formatNumber(row.contactNumber);
  await deps.tellUnread({ id: row.id, name, number: row.contactNumber, text: wordsOf(row) });
}
