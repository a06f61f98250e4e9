/** Failed work waiting for its retry, for operators, who can retry it at once. */
import { sql } from "drizzle-orm";
import { workLeases, type SystemDb, type TenantDb } from "../db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { FailingWork } from "../api/work-status.ts";
import { findKind, type WorkName } from "./kinds.ts";
import { handOut } from "./hand-out.ts";
import type { SendWork } from "./ports.ts";

/** Maximum rows listed. */
const SHOWN = 100;

/** Failed work, next retry first. */
export async function listFailingWork(system: Pick<SystemDb, "listFailingWork">): Promise<FailingWork[]> {
  const rows = await system.listFailingWork(SHOWN);
  return rows.map(({ tenantId, tenantName, kind, failures, problem, until }) => ({
    tenantId,
    tenantName,
    kind,
    title: findKind(kind)?.title ?? kind,
    failures,
    problem: problem ?? "internal",
    nextTryAt: until,
  }));
}

/** Retries failed work now. Idempotent. Throws `not_found` if it is no longer failing or is in progress. */
export async function retryWork(
  { db, clock, send }: { readonly db: TenantDb; readonly clock: Clock; readonly send: SendWork },
  kind: string,
): Promise<void> {
  const rested = await db
    .update(
      workLeases,
      { until: isoTime(clock.now()) },
      sql`${workLeases.kind} = ${kind} and ${workLeases.failures} > 0 and ${workLeases.claimId} is null`,
    )
    .returning({ kind: workLeases.kind });
  if (rested.length === 0 || findKind(kind) === null)
    throw new AppError("not_found", "This isn’t failing anymore.");
  await handOut(send, { tenantId: db.tenantId, kind: kind as WorkName });
}
