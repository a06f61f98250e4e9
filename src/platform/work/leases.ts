/**
 * Who works on what: a lease of one kind of work of one tenant. It keeps a tenant's backlog from being handed out twice and its trouble from taking
 * more than one place; what is done under it is safe to repeat all the same. Statements alone decide, so any number may try at once.
 */
import { and, eq, sql } from "drizzle-orm";
import { workLeases, type TenantDb } from "../db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { backOffMs } from "../../kernel/back-off.ts";

const REST = { firstMs: 15_000, longestMs: 10 * 60_000 } as const;

/** Takes the work unless somebody is at it, who is then told to do it once more. Answers whether it was taken. */
export async function claim(
  db: TenantDb,
  kind: string,
  { claimId, nowMs, untilMs }: { readonly claimId: string; readonly nowMs: number; readonly untilMs: number },
): Promise<boolean> {
  const { tenantId, claimId: holder, until } = workLeases;
  const isFree = sql`(${holder} is null or ${until} <= ${isoTime(nowMs)})`;
  const [row] = (await db
    .insert(workLeases, { kind, until: isoTime(untilMs), claimId })
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

/** Holds the work for longer, unless it is somebody else's by now. */
export async function renew(
  db: TenantDb,
  kind: string,
  { claimId, untilMs }: { readonly claimId: string; readonly untilMs: number },
): Promise<void> {
  await db.update(workLeases, { until: isoTime(untilMs) }, of(kind, claimId));
}

/** Gives the work back. Answers whether somebody asked for it meanwhile. */
export async function release(db: TenantDb, kind: string, claimId: string): Promise<boolean> {
  const free = { claimId: null, until: "", failures: 0, problem: null };
  // Whether it was asked for is told once, here: the next claim begins anew.
  const [row] = await db.update(workLeases, free, of(kind, claimId)).returning({ again: workLeases.again });
  return row?.["again"] === true;
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
