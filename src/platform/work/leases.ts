/**
 * Leases of work per tenant and kind. They keep a backlog from being dispatched twice and a failing tenant
 * from using several places; the work must be idempotent anyway. Decided by statements alone, so any number
 * of processes may compete.
 */
import { and, eq, sql } from "drizzle-orm";
import { tenants, workLeases, type TenantDb } from "../db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { backOffMs } from "../../kernel/back-off.ts";

const REST = { firstMs: 15_000, longestMs: 10 * 60_000 } as const;

/**
 * Takes the lease, or, if it is taken, marks the work to run once more. Returns whether it was taken. Messages
 * of a deleted team get none, unless the work is `ofDirectory`.
 */
export async function claim(
  db: TenantDb,
  kind: string,
  lease: {
    readonly claimId: string;
    readonly nowMs: number;
    readonly untilMs: number;
    readonly ofDirectory?: boolean | undefined;
  },
): Promise<boolean> {
  const { claimId, nowMs, untilMs, ofDirectory = false } = lease;
  const { tenantId, claimId: holder, until } = workLeases;
  const isFree = sql`(${holder} is null or ${until} <= ${isoTime(nowMs)})`;
  const [row] = (await db
    .insertWhere(
      workLeases,
      { kind, until: isoTime(untilMs), claimId, again: false, failures: 0 },
      ofDirectory ? sql`true` : sql`exists (select 1 from ${tenants} where ${tenants.id} = ${db.tenantId})`,
    )
    .onConflictDoUpdate({
      target: [tenantId, workLeases.kind],
      set: {
        until: sql`case when ${isFree} then excluded.until else ${until} end`,
        claimId: sql`case when ${isFree} then excluded.claim_id else ${holder} end`,
        again: sql`not ${isFree}`,
      } as never,
    })
    .returning({ holder })) as unknown as { holder: string | null }[];
  return row?.holder === claimId;
}

/** Extends the lease, unless another process has it by now. */
export async function renew(
  db: TenantDb,
  kind: string,
  { claimId, untilMs }: { readonly claimId: string; readonly untilMs: number },
): Promise<void> {
  await db.update(workLeases, { until: isoTime(untilMs) }, heldBy(kind, claimId));
}

/** Releases the lease. Returns whether the work was requested meanwhile. */
export async function release(db: TenantDb, kind: string, claimId: string): Promise<boolean> {
  const free = { claimId: null, until: "", failures: 0, problem: null };
  // The request for another run is reported once, here; the next claim resets it.
  const [row] = await db
    .update(workLeases, free, heldBy(kind, claimId))
    .returning({ again: workLeases.again });
  return row?.["again"] === true;
}

/** After a failure, the work waits, longer each time. */
export async function backOff(
  db: TenantDb,
  kind: string,
  { claimId, nowMs, problem }: { readonly claimId: string; readonly nowMs: number; readonly problem: string },
): Promise<void> {
  const row = await db.find(workLeases, heldBy(kind, claimId));
  if (row === null) return;
  const failures = row.failures + 1;
  const until = isoTime(nowMs + backOffMs(failures, REST));
  await db.update(
    workLeases,
    { claimId: null, again: false, failures, until, problem },
    heldBy(kind, claimId),
  );
}

function heldBy(kind: string, claimId: string) {
  return and(eq(workLeases.kind, kind), eq(workLeases.claimId, claimId)) ?? sql`false`;
}
