/**
 * The pace of effects at an account, shared by all that run: each attempt takes the account's next turn in one statement, so that turns are a fixed time
 * apart and in the order in which they were asked for, and none lies in a time in which the provider wants to be left alone.
 */
import { eq, sql } from "drizzle-orm";
import { accountPaces } from "./tables/approvals.ts";
import type { ApprovalDeps, EffectBytes } from "./ports.ts";

/** Turns are taken at once while they are no further ahead than this. */
const BURST_MS = 800;

/** Takes the next turn at the effect's account. Answers when it is (ms); null for now. */
export async function takeTurn(deps: ApprovalDeps, effect: EffectBytes): Promise<number | null> {
  const pace = deps.executor.pace(effect);
  if (pace === null) return null;
  const nowMs = deps.clock.now();
  const { account, everyMs } = pace;
  const next = sql`max(${accountPaces.nextAtMs}, ${nowMs}, ${accountPaces.restsUntilMs}) + ${everyMs}`;
  const [row] = (await deps.db
    .insert(accountPaces, { account, nextAtMs: nowMs + everyMs, restsUntilMs: 0 })
    .onConflictDoUpdate({
      target: [accountPaces.tenantId, accountPaces.account],
      set: { nextAtMs: next } as never,
    })
    .returning()) as unknown as (typeof accountPaces.$inferSelect)[];
  const turnMs = (row?.nextAtMs ?? nowMs + everyMs) - everyMs;
  return turnMs <= nowMs + BURST_MS && (row?.restsUntilMs ?? 0) <= nowMs ? null : turnMs;
}

/** Whether the provider wants to be left alone now. */
export async function isResting(deps: ApprovalDeps, effect: EffectBytes): Promise<boolean> {
  const pace = deps.executor.pace(effect);
  if (pace === null) return false;
  const row = await deps.db.find(accountPaces, eq(accountPaces.account, pace.account));
  return row !== null && row.restsUntilMs > deps.clock.now();
}

/** Leaves the account alone until a time (ms). */
export async function letRest(deps: ApprovalDeps, effect: EffectBytes, untilMs: number): Promise<void> {
  const pace = deps.executor.pace(effect);
  if (pace === null) return;
  const restsUntilMs = sql`max(${accountPaces.restsUntilMs}, ${untilMs})`;
  await deps.db
    .insert(accountPaces, { account: pace.account, nextAtMs: untilMs, restsUntilMs: untilMs })
    .onConflictDoUpdate({
      target: [accountPaces.tenantId, accountPaces.account],
      set: { restsUntilMs } as never,
    });
}
