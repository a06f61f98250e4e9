/**
 * Spaces out effects at a vendor account, across all isolates. Each attempt takes the account's next slot
 * in one statement, so that slots are a fixed interval apart, in order of request, and outside periods in
 * which the provider asked for no calls.
 */
import { eq, sql } from "drizzle-orm";
import { accountPaces } from "./tables/approvals.ts";
import type { ApprovalDeps, EffectBytes } from "./ports.ts";

/** A slot no further ahead than this is used at once. */
const BURST_MS = 800;

/** Takes the next slot at the effect's account. Returns its time in ms, or null for now. */
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

/** Whether the provider has asked for no calls at this time. */
export async function isResting(deps: ApprovalDeps, effect: EffectBytes): Promise<boolean> {
  const pace = deps.executor.pace(effect);
  if (pace === null) return false;
  const row = await deps.db.find(accountPaces, eq(accountPaces.account, pace.account));
  return row !== null && row.restsUntilMs > deps.clock.now();
}

/** Schedules no effects at the account before a time (ms). */
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
