/**
 * Works on a message of a queue: under a lease where it stands for all that is due of a kind, by itself where it has a key. Never throws: what
 * failed is found again by its rows. What takes too long is given up; its lease ends by itself, so that it is never done by two meanwhile.
 */
import { AppError } from "../kernel/errors.ts";
import { within } from "../kernel/time-limit.ts";
import { findKind, GRACE_MS, type WorkKind, type WorkName } from "./kinds.ts";
import { claim, release, rest } from "./leases.ts";
import type { WorkDeps } from "./ports.ts";
import type { WorkMessage, WorkResult } from "./types.ts";

/** Does what a message asks for. */
export async function work(deps: WorkDeps, message: WorkMessage): Promise<void> {
  const { tenantId, kind: name } = message;
  const kind = findKind(name);
  if (kind === null) {
    deps.logger.warn("clock.unknown_kind", { tenantId, hook: name });
    return;
  }
  try {
    const more =
      message.key === ""
        ? await workLeased(deps, message, kind)
        : (await run(deps, message, kind)) === "more";
    if (more) await deps.send(kind.queue, [message]);
  } catch (error) {
    deps.logger.error("clock.work_failed", { tenantId, hook: name, error });
  }
}

/** Answers whether there is more to do at once. */
async function workLeased(deps: WorkDeps, message: WorkMessage, kind: WorkKind): Promise<boolean> {
  const db = deps.dbOf(message.tenantId);
  const claimId = deps.ids.newId();
  const nowMs = deps.clock.now();
  const untilMs = nowMs + kind.budgetMs + GRACE_MS;
  if (!(await claim(db, message.kind, { claimId, nowMs, untilMs }))) return false;
  try {
    const result = await run(deps, message, kind);
    const again = await release(db, message.kind, claimId);
    return again || result === "more";
  } catch (error) {
    if (!isGivenUp(error)) await rest(db, message.kind, claimId, deps.clock.now());
    throw error;
  }
}

function run(
  deps: WorkDeps,
  { tenantId, kind, key }: WorkMessage,
  { budgetMs }: WorkKind,
): Promise<WorkResult> {
  const task = { tenantId, key, untilMs: deps.clock.now() + budgetMs };
  return within(budgetMs + GRACE_MS, deps.works[kind as WorkName](task));
}

function isGivenUp(error: unknown): boolean {
  return error instanceof AppError && error.code === "unavailable";
}
