/**
 * Works on messages of a queue: under a lease where they stand for all that is due of a kind, by themselves where they have keys. Never throws: what
 * failed is found again by its rows. What takes too long is given up; its lease ends by itself, so that it is never done by two meanwhile.
 */
import { appErrorIn } from "../../kernel/errors.ts";
import { within } from "../../kernel/time-limit.ts";
import { findKind, GRACE_MS, type WorkKind, type WorkName } from "./kinds.ts";
import { holdLease, LEASE_MS } from "./hold-lease.ts";
import { claim, release, renew, rest } from "./leases.ts";
import type { WorkDeps } from "./ports.ts";
import type { Work, WorkGroup, WorkMessage, WorkResult } from "./types.ts";

/** Does what messages ask for. */
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

/** The messages a group was made of, to be sent again. */
export function messagesOf({ tenantId, kind, keys }: WorkGroup): WorkMessage[] {
  return (keys.length === 0 ? [""] : keys).map((key) => ({ tenantId, kind, key }));
}

/** Answers whether there is more to do at once. */
async function workLeased(deps: WorkDeps, group: WorkGroup, kind: WorkKind): Promise<boolean> {
  const db = deps.dbOf(group.tenantId);
  const claimId = deps.ids.newId();
  const nowMs = deps.clock.now();
  const untilMs = nowMs + Math.min(LEASE_MS, kind.budgetMs + GRACE_MS);
  if (!(await claim(db, group.kind, { claimId, nowMs, untilMs }))) return false;
  try {
    const renewed = () => renew(db, group.kind, { claimId, untilMs: deps.clock.now() + LEASE_MS });
    const result = await holdLease(renewed, () => run(deps, group, kind));
    const again = await release(db, group.kind, claimId);
    return again || result === "more";
  } catch (error) {
    if (!isGivenUp(error)) {
      const problem = appErrorIn(error)?.code ?? "internal";
      await rest(db, group.kind, { claimId, nowMs: deps.clock.now(), problem });
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
  const done = await within(budgetMs + GRACE_MS, does(task));
  deps.logger.info("clock.worked", { tenantId, hook: kind, durationMs: deps.clock.now() - startedMs });
  return done;
}

function isGivenUp(error: unknown): boolean {
  return appErrorIn(error)?.code === "unavailable";
}
