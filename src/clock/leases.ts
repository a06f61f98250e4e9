/**
 * Who works on what: a lease of one kind of work of one tenant. It keeps a tenant's backlog from being handed out twice and its trouble from taking
 * more than one place; what is done under it is safe to repeat all the same. Statements alone decide, so any number may try at once.
 */
import { and, eq, sql } from "drizzle-orm";
import { workLeases, type TenantDb } from "../db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { backOffMs } from "../kernel/back-off.ts";

const REST = { firstMs: 15_000, longestMs: 10 * 60_000 } as const;

/** Takes the work unless somebody is at it, who is then told to do it once more. Answers whether it was taken. */
export async function claim(
  db: TenantDb,
  kind: string,
  { claimId, nowMs, untilMs }: { readonly claimId: string; readonly nowMs: number; readonly untilMs: number },
): Promise<boolean> {
  const free = sql`(${workLeases.claimId} is null or ${workLeases.until} <= ${isoTime(nowMs)})`;
  const [taken] = await db.batch([
    db
      .insert(workLeases, { kind, until: isoTime(untilMs), claimId })
      .onConflictDoUpdate({
        target: [workLeases.tenantId, workLeases.kind],
        set: { until: isoTime(untilMs), claimId, again: false } as never,
        setWhere: free,
      })
      .returning({ kind: workLeases.kind }),
    db.update(
      workLeases,
      { again: true },
      sql`${workLeases.kind} = ${kind} and ${workLeases.claimId} <> ${claimId}`,
    ),
  ]);
  return Array.isArray(taken) && taken.length > 0;
}

/** Gives the work back. Answers whether somebody asked for it meanwhile. */
export async function release(db: TenantDb, kind: string, claimId: string): Promise<boolean> {
  const mine = of(kind, claimId);
  const [, kept] = await db.batch([
    db.remove(workLeases, sql`${mine} and ${workLeases.again} = 0`),
    db
      .update(workLeases, { claimId: null, again: false, failures: 0, problem: null }, mine)
      .returning({ kind: workLeases.kind }),
  ]);
  return Array.isArray(kept) && kept.length > 0;
}

/** The work failed: it rests, longer with each failure. */
export async function rest(
  db: TenantDb,
  kind: string,
  { claimId, nowMs, problem }: { readonly claimId: string; readonly nowMs: number; readonly problem: string },
): Promise<void> {
  const row = await db.find(workLeases, of(kind, claimId));
  if (row === null) return;
  const failures = row.failures + 1;
  const until = isoTime(nowMs + backOffMs(failures, REST));
  await db.update(workLeases, { claimId: null, again: false, failures, until, problem }, of(kind, claimId));
}

function of(kind: string, claimId: string) {
  return and(eq(workLeases.kind, kind), eq(workLeases.claimId, claimId)) ?? sql`false`;
}
