/** A person reviews a run's result. Only the first review counts. */
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { auditIf, type Actor } from "../../platform/audit/index.ts";
import { runs } from "../tables/conversations.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { assertReadable, runOf, type Run } from "./list-runs.ts";

/**
 * Reviews a finished run. Throws `not_found`, `private`, `not_running` if it is still in progress,
 * `already_decided`.
 */
export async function reviewRun(
  db: TenantDb,
  review: { readonly id: string; readonly accepted: boolean; readonly by: Actor; readonly nowMs: number },
): Promise<Run> {
  const { id, accepted, by, nowMs } = review;
  const mine = eq(runs.id, id);
  const reviewed = await db.find(runs, mine);
  if (reviewed !== null) await assertReadable(db, by.id, reviewed);
  const set = { accepted, reviewedBy: by.id, reviewedByName: by.name, reviewedAt: isoTime(nowMs) };
  const open =
    and(mine, isNull(runs.accepted), ne(runs.status, "running"), ne(runs.status, "queued")) ?? mine;
  const won = and(mine, eq(runs.reviewedBy, by.id), eq(runs.reviewedAt, set.reviewedAt)) ?? sql`false`;
  const entry = {
    id: `run:${id}:review`,
    actor: by,
    action: "run.reviewed",
    subject: { kind: "run", id },
    sentence: `${by.name} marked a run as ${accepted ? "right" : "wrong"}`,
  };
  const [written] = await db.batch([
    db.update(runs, set, open).returning(),
    auditIf(db, entry, nowMs, runs, won),
  ]);
  const row = await db.find(runs, mine);
  if (row === null) throw new AppError("not_found", "That run doesn’t exist.");
  if (Array.isArray(written) && written.length > 0) return runOf(row);
  if (row.accepted === null) throw new AppError("not_running", "This run isn’t finished yet.");
  throw new AppError("already_decided", `${row.reviewedByName ?? "Someone"} already reviewed this run.`);
}
