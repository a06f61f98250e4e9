/**
 * The nightly clean-up of one tenant: deletes what is no longer needed, and archives what is too old for the
 * database. Bounded per query and per night; a repeat finds less.
 */
import { archiveOld } from "../archive/index.ts";
import { type ArchiveStore } from "../../platform/archive-store.ts";
import { inArray, lt, or, sql, type SQL } from "drizzle-orm";
import { approvalTokens } from "../../platform/db/tables/tenancy.ts";
import {
  escalations,
  notificationDeliveries,
  notificationReads,
  notifications,
} from "../../notifications/tables/notifications.ts";
import { inboundEvents } from "../../messaging/tables/inbox.ts";
import { mcpGrants } from "../../mcp/tables/mcp.ts";
import { schedules } from "../../agent/tables/schedules.ts";
import { sessions, type TenantDb, type TenantTable } from "../../platform/db/index.ts";
import { slackCards, slackInbox } from "../../messaging/tables/slack.ts";
import { type Clock, DAY_MS, isoTime } from "../../kernel/clock.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { KEPT_DAYS } from "../api/retention.ts";
import { removeDeleted } from "../../projects/index.ts";
import { endLostRuns } from "../../agent/runs/index.ts";
import { cleanBlobs } from "../../workspace/index.ts";
import { type BlobQuarantine } from "../../platform/file-blobs.ts";

/** Rows of one kind deleted at once, and repetitions per night: more than a busy team creates in a day. */
const ROWS = 2_000;
const ROUNDS = 20;
/** Project records per kind: each is removed with everything attached. */
const RECORDS = 200;

interface CleanUpDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly quarantine: BlobQuarantine;
  readonly archive: ArchiveStore;
}

/**
 * Deletes what ended long ago: sessions, spent tokens, old notifications and webhooks, deleted schedules and
 * project records, and contents that no file version uses. Archives old audit entries, steps of runs and
 * events; throws `PageDamage` if the archive is not as written, after everything else is done.
 */
export async function cleanUp(deps: CleanUpDeps): Promise<{ readonly summary: string }> {
  const { db, clock, ids, quarantine, archive } = deps;
  let count = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const deleted = await deleteOld(deps);
    count += deleted.reduce((sum, rows) => sum + rows, 0);
    if (Math.max(...deleted) < ROWS) break;
  }
  for (let round = 0; round < ROUNDS; round++) {
    const removed = await removeDeleted(
      db,
      isoTime(clock.now() - KEPT_DAYS.deletedRecords * DAY_MS),
      RECORDS,
    );
    count += removed;
    if (removed === 0) break;
  }
  await db.batch([endLostRuns(db, clock.now())]);
  const blobs = await cleanBlobs({ db, clock }, quarantine, await sha256Hex(ids.newId()));
  const archived = await archiveOld({ db, clock, ids, store: archive });
  const parts = [
    ...(count > 0 ? [`${count} old records deleted`] : []),
    ...(archived > 0 ? [`${archived} archived`] : []),
    ...(blobs.quarantined > 0 ? [`${blobs.quarantined} unused file contents quarantined for a week`] : []),
    ...(blobs.dropped > 0 ? [`${blobs.dropped} unused file contents deleted`] : []),
  ];
  return { summary: parts.length === 0 ? "There was nothing to clean up." : `${parts.join("; ")}.` };
}

/** Deletes a limited number of rows per kind; returns the numbers. */
async function deleteOld({ db, clock }: Pick<CleanUpDeps, "db" | "clock">): Promise<number[]> {
  const { tenantId } = db;
  const before = (days: number): string => isoTime(clock.now() - days * DAY_MS);
  const oldest = (table: TenantTable, column: SQL, where: SQL | undefined): SQL =>
    sql`(select ${column} from ${table} where ${table.tenantId} = ${tenantId} and (${where}) order by rowid limit ${ROWS})`;
  const rowsOf = (table: TenantTable, where: SQL | undefined): SQL =>
    sql`rowid in ${oldest(table, sql`rowid`, where)}`;
  const ended = or(
    lt(sessions.expiresAt, before(KEPT_DAYS.sessions)),
    lt(sessions.revokedAt, before(KEPT_DAYS.sessions)),
  );
  const overGrants = or(
    lt(mcpGrants.expiresAt, before(KEPT_DAYS.sessions)),
    lt(mcpGrants.revokedAt, before(KEPT_DAYS.sessions)),
    sql`${mcpGrants.accessHash} is null and ${mcpGrants.codeExpiresAt} < ${before(1)}`,
  );
  const gone = or(
    lt(schedules.deletedAt, before(KEPT_DAYS.schedules)),
    sql`${schedules.status} = 'done' and ${schedules.updatedAt} < ${before(KEPT_DAYS.doneSchedules)}`,
  );
  const old = before(KEPT_DAYS.notifications);
  const settled = sql`${notifications.createdAt} < ${old} and ${notifications.dueAt} is null`;
  const theirs = oldest(notifications, sql`${notifications.id}`, settled);
  const deleted = await db.batch([
    db.remove(notificationDeliveries, inArray(notificationDeliveries.notificationId, theirs)),
    db.remove(escalations, inArray(escalations.notificationId, theirs)),
    db.remove(notifications, rowsOf(notifications, settled)).returning({ id: notifications.id }),
    db.remove(sessions, rowsOf(sessions, ended)).returning({ id: sessions.id }),
    db.remove(mcpGrants, rowsOf(mcpGrants, overGrants)).returning({ id: mcpGrants.id }),
    db
      .remove(approvalTokens, rowsOf(approvalTokens, lt(approvalTokens.expiresAt, before(KEPT_DAYS.tokens))))
      .returning({
        id: approvalTokens.approvalId,
      }),
    db.remove(notificationReads, rowsOf(notificationReads, lt(notificationReads.readAt, old))).returning({
      id: notificationReads.notificationId,
    }),
    db.remove(schedules, rowsOf(schedules, gone)).returning({ id: schedules.id }),
    db
      .remove(inboundEvents, rowsOf(inboundEvents, lt(inboundEvents.receivedAt, before(KEPT_DAYS.webhooks))))
      .returning({ id: inboundEvents.eventId }),
    db
      .remove(slackInbox, rowsOf(slackInbox, lt(slackInbox.receivedAt, before(KEPT_DAYS.webhooks))))
      .returning({ id: slackInbox.id }),
    db
      .remove(slackCards, rowsOf(slackCards, lt(slackCards.at, before(KEPT_DAYS.webhooks))))
      .returning({ id: slackCards.approvalId }),
  ]);
  return deleted.map((rows) => (Array.isArray(rows) ? rows.length : 0));
}
