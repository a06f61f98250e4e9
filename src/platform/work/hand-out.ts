/**
 * The clock's tick: finds the tenants with due work by an index, a page at a time, and hands each kind of each tenant to a queue as a message of its
 * own. It does no work itself, walks over no tenants, and costs nothing for those that have nothing due. A tenant that was handed out is not
 * handed out again before its lease ends, so ticks may overlap and a backlog does not grow by itself.
 */
import type { SystemDb } from "../db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { ClockJob } from "../../agent/api/schedules.ts";
import { findKind, GRACE_MS, queueOf, workKinds, type WorkName } from "./kinds.ts";
import type { HandOutDeps, SendWork } from "./ports.ts";
import type { WorkMessage } from "./types.ts";

/** A message no one has taken from the queue for so long is handed out again; short work sooner, since it is what people wait for. */
const HANDOVER_MS = 30_000;
/** As many as a queue takes at once. */
const PAGE = 100;
/** A bound against a fault of ours; what is left is the next tick's. */
const MAX_PAGES = 200;
/** When more is handed out within the clock's minute. */
const TICK_SECONDS = [15, 30, 45] as const;
/** A message that asks for one more tick instead of a tenant's work. */
const TICK: WorkMessage = { tenantId: "", kind: "clock.tick", key: "" };

/** The clock's minute: one tick now, and the later ones by messages that are delivered then. */
export async function minute(deps: HandOutDeps): Promise<void> {
  const delayed = TICK_SECONDS.map((seconds) => deps.send("timed", [TICK], seconds));
  await Promise.all([tick(deps), ...delayed]).catch((error: unknown) =>
    deps.logger.error("clock.minute_failed", { error }),
  );
}

/** Whether a message asks for a tick. */
export function isTick({ kind }: Pick<WorkMessage, "kind">): boolean {
  return kind === TICK.kind;
}

/** A tick: hands out what is due of every kind. One that fails stops no other. Never throws. */
export async function tick(deps: HandOutDeps): Promise<void> {
  const seen = await Promise.all([...workKinds().keys()].map((name) => handOutKind(deps, name)));
  try {
    await deps.system.noteClockJobs(seen.filter((one) => one !== null));
  } catch (error) {
    deps.logger.warn("clock.tick_not_noted", { error });
  }
}

/** Hands out what is due of one kind. Answers what is noted of it; null for a kind nothing is looked for. */
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

/** Hands out work on several keys of a tenant. */
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

/** Hands out one piece of work now, beside the clock. */
export async function handOut(
  send: SendWork,
  message: { readonly tenantId: string; readonly kind: WorkName; readonly key?: string },
  delaySeconds?: number,
): Promise<void> {
  await send(queueOf(message.kind), [{ key: "", ...message }], delaySeconds);
}

/** The kinds of work and when the clock last handed each out, for people. */
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
