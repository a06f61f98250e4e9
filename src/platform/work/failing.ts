/** Work that failed and rests: seen by the people who run the deployment, and tried again at once where they say so. */
import { sql } from "drizzle-orm";
import { workLeases, type SystemDb, type TenantDb } from "../db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { FailingWork } from "../api/work-status.ts";
import { findKind, type WorkName } from "./kinds.ts";
import { handOut } from "./hand-out.ts";
import type { SendWork } from "./ports.ts";

/** More than anybody looks through. */
const SHOWN = 100;

/** What failed and rests, the next to be tried first. */
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

/** Ends the rest of work that failed, and hands it out. Safe to repeat. Throws `not_found` where it does not fail any more or is being worked on. */
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
