/**
 * The clock's tick. Finds tenants with due work by index, page by page, and sends each kind of each tenant
 * to a queue as one message. It does no work itself, doesn't iterate over tenants, and costs nothing for
 * those without due work. A dispatched tenant isn't dispatched again before its lease ends, so ticks may
 * overlap and a backlog doesn't multiply.
 */
import type { SystemDb } from "../db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { ClockJob } from "../../agent/api/schedules.ts";
import { findKind, GRACE_MS, queueOf, workKinds, type WorkName } from "./kinds.ts";
import type { HandOutDeps, SendWork } from "./ports.ts";
import type { WorkMessage } from "./types.ts";

/**
 * A message not taken from the queue for this long is dispatched again; sooner for short work, which people
 * wait for.
 */
const HANDOVER_MS = 30_000;
/** The maximum per call of a queue. */
const PAGE = 100;
/** Guards against an endless loop; the next tick continues. */
const MAX_PAGES = 200;
/** Seconds of further ticks within the minute. */
const TICK_SECONDS = [15, 30, 45] as const;
/** A message that requests a tick. */
const TICK: WorkMessage = { tenantId: "", kind: "clock.tick", key: "" };

/** Runs one tick now, and schedules the later ones by delayed messages. */
export async function minute(deps: HandOutDeps): Promise<void> {
  const delayed = TICK_SECONDS.map((seconds) => deps.send("timed", [TICK], seconds));
  await Promise.all([tick(deps), ...delayed]).catch((error: unknown) =>
    deps.logger.error("clock.minute_failed", { error }),
  );
}

/** Whether a message requests a tick. */
export function isTick({ kind }: Pick<WorkMessage, "kind">): boolean {
  return kind === TICK.kind;
}

/** Dispatches due work of every kind. A failing kind doesn't stop the others. Never throws. */
export async function tick(deps: HandOutDeps): Promise<void> {
  const seen = await Promise.all([...workKinds().keys()].map((name) => handOutKind(deps, name)));
  try {
    await deps.system.noteClockJobs(seen.filter((one) => one !== null));
  } catch (error) {
    deps.logger.warn("clock.tick_not_noted", { error });
  }
}

/** Dispatches due work of one kind. Returns what to record; null for kinds without a query. */
async function handOutKind(deps: HandOutDeps, name: WorkName) {
  const kind = findKind(name);
  if (kind === null || kind.due === null) return null;
  const { clock, logger, system } = deps;
  const startedMs = clock.now();
  let failed = false;
  try {
    for (let page = 0; page < MAX_PAGES; page++) {
      const nowMs = clock.now();
      const tenants = await system.leaseTenants(
        name,
        { ...kind.due, where: kind.due.where(nowMs) },
        {
          nowIso: isoTime(nowMs),
          untilIso: isoTime(nowMs + Math.min(HANDOVER_MS, kind.budgetMs + GRACE_MS)),
          limit: PAGE,
        },
      );
      if (tenants.length > 0)
        await deps.send(
          kind.queue,
          tenants.map((tenantId) => ({ tenantId, kind: name, key: "" })),
        );
      if (tenants.length < PAGE) break;
    }
  } catch (error) {
    failed = true;
    logger.error("clock.tick_failed", { hook: name, error });
  }
  const nowMs = clock.now();
  return { name, seenAt: isoTime(nowMs), durationMs: nowMs - startedMs, failed };
}

/** Dispatches work for several keys of a tenant. */
export async function handOutKeys(
  send: SendWork,
  {
    tenantId,
    kind,
    keys,
  }: { readonly tenantId: string; readonly kind: WorkName; readonly keys: readonly string[] },
): Promise<void> {
  const messages = keys.map((key) => ({ tenantId, kind, key }));
  if (messages.length > 0) await send(queueOf(kind), messages);
}

/** Dispatches one piece of work now. */
export async function handOut(
  send: SendWork,
  message: { readonly tenantId: string; readonly kind: WorkName; readonly key?: string },
  delaySeconds?: number,
): Promise<void> {
  await send(queueOf(message.kind), [{ key: "", ...message }], delaySeconds);
}

/** When the clock last dispatched each kind, for people. */
export async function listClockJobs(system: Pick<SystemDb, "listClockJobs">): Promise<ClockJob[]> {
  const seen = new Map((await system.listClockJobs()).map((row) => [row.name, row]));
  const timed = [...workKinds()].filter(([, { due }]) => due !== null);
  return timed.map(([name, { title }]) => ({
    name,
    title,
    lastSeenAt: seen.get(name)?.lastSeenAt ?? null,
    failedAt: seen.get(name)?.failedAt ?? null,
  }));
}
