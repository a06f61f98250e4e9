/**
 * Processes messages of a queue: under a lease for all due work of a kind, or without one for specific
 * keys. Never throws: failed work is found again by its rows. Work that takes too long is aborted; its
 * lease ends by itself, so that no two processes do it at once.
 */
import { appErrorIn } from "../../kernel/errors.ts";
import { withinTime } from "../../kernel/time-limit.ts";
import { findKind, GRACE_MS, type WorkKind, type WorkName } from "./kinds.ts";
import { holdLease, LEASE_MS } from "./hold-lease.ts";
import { claim, release, renew, backOff } from "./leases.ts";
import type { WorkDeps } from "./ports.ts";
import type { Work, WorkGroup, WorkMessage, WorkResult } from "./types.ts";

export async function processMessages(deps: WorkDeps, group: WorkGroup): Promise<void> {
  const { tenantId, kind: name, keys } = group;
  const kind = findKind(name);
  if (kind === null) {
    deps.logger.warn("clock.unknown_kind", { tenantId, hook: name });
    return;
  }
  try {
    const more =
      keys.length === 0 ? await workLeased(deps, group, kind) : (await run(deps, group, kind)) === "more";
    if (more) await deps.send(kind.queue, messagesOf(group));
  } catch (error) {
    deps.logger.error("clock.work_failed", { tenantId, hook: name, error });
  }
}

/** The messages of a group, for sending them again. */
export function messagesOf({ tenantId, kind, keys }: WorkGroup): WorkMessage[] {
  return (keys.length === 0 ? [""] : keys).map((key) => ({ tenantId, kind, key }));
}

/** Returns whether there is more to do. */
async function workLeased(deps: WorkDeps, group: WorkGroup, kind: WorkKind): Promise<boolean> {
  const db = deps.dbOf(group.tenantId);
  const claimId = deps.ids.newId();
  const nowMs = deps.clock.now();
  const untilMs = nowMs + Math.min(LEASE_MS, kind.budgetMs + GRACE_MS);
  if (!(await claim(db, group.kind, { claimId, nowMs, untilMs, ofDirectory: kind.due?.ofDirectory })))
    return false;
  try {
    const renewed = () => renew(db, group.kind, { claimId, untilMs: deps.clock.now() + LEASE_MS });
    const result = await holdLease(renewed, () => run(deps, group, kind));
    const again = await release(db, group.kind, claimId);
    return again || result === "more";
  } catch (error) {
    if (!isGivenUp(error)) {
      const problem = appErrorIn(error)?.code ?? "internal";
      await backOff(db, group.kind, { claimId, nowMs: deps.clock.now(), problem });
    }
    throw error;
  }
}

async function run(
  deps: WorkDeps,
  { tenantId, kind, keys }: WorkGroup,
  { budgetMs }: WorkKind,
): Promise<WorkResult> {
  const startedMs = deps.clock.now();
  const task = { tenantId, keys, untilMs: startedMs + budgetMs };
  const does: Work | undefined = deps.works[kind as WorkName];
  if (does === undefined) throw new TypeError(`there is no work ${kind}`);
  const done = await withinTime(budgetMs + GRACE_MS, does(task));
  deps.logger.info("clock.worked", { tenantId, hook: kind, durationMs: deps.clock.now() - startedMs });
  return done;
}

function isGivenUp(error: unknown): boolean {
  return appErrorIn(error)?.code === "unavailable";
}
