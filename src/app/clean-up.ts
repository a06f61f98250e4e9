/** The nightly clean-up of one tenant: rows and contents nobody will ask for again. Deletes a bounded number a night; a repeat finds less. */
import { and, inArray, lt, or, sql } from "drizzle-orm";
import {
  approvalTokens,
  dbFor,
  escalations,
  notificationDeliveries,
  notificationReads,
  notifications,
  schedules,
  sessions,
} from "../db/index.ts";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { sha256Hex } from "../kernel/hash.ts";
import { systemIds } from "../kernel/ids.ts";
import type { Env } from "../platform/env.ts";
import { blobShelf } from "../platform/file-blobs.ts";
import { cleanBlobs } from "../workspace/index.ts";

const DAY_MS = 24 * 3600_000;
/** How long what is over can still be looked at. */
const KEPT_DAYS = { sessions: 30, tokens: 7, notifications: 180, schedules: 30, doneSchedules: 90 } as const;

/** Deletes what is long over: ended sessions, spent tokens, old notifications, deleted schedules, contents that no version of a file holds. */
export async function cleanUp(env: Env, tenantId: string): Promise<{ readonly summary: string }> {
  const db = dbFor(env.DB, tenantId);
  const before = (days: number): string => isoTime(systemClock.now() - days * DAY_MS);
  const old = before(KEPT_DAYS.notifications);
  const ended = or(
    lt(sessions.expiresAt, before(KEPT_DAYS.sessions)),
    lt(sessions.revokedAt, before(KEPT_DAYS.sessions)),
  );
  const gone = or(
    lt(schedules.deletedAt, before(KEPT_DAYS.schedules)),
    and(sql`${schedules.status} = 'done'`, lt(schedules.updatedAt, before(KEPT_DAYS.doneSchedules))),
  );
  const settled = sql`${notifications.createdAt} < ${old} and ${notifications.dueAt} is null`;
  const theirs = sql`(select ${notifications.id} from ${notifications} where ${notifications.tenantId} = ${tenantId} and ${settled})`;
  const deleted = await db.batch([
    db.remove(notificationDeliveries, inArray(notificationDeliveries.notificationId, theirs)),
    db.remove(escalations, inArray(escalations.notificationId, theirs)),
    db.remove(sessions, ended ?? sql`0`).returning({ id: sessions.id }),
    db.remove(approvalTokens, lt(approvalTokens.expiresAt, before(KEPT_DAYS.tokens))).returning({
      id: approvalTokens.approvalId,
    }),
    db.remove(notificationReads, lt(notificationReads.readAt, old)).returning({
      id: notificationReads.notificationId,
    }),
    db.remove(notifications, settled).returning({ id: notifications.id }),
    db.remove(schedules, gone ?? sql`0`).returning({ id: schedules.id }),
  ]);
  const count = deleted.reduce<number>((sum, rows) => sum + (Array.isArray(rows) ? rows.length : 0), 0);
  const blobs = await cleanBlobs(
    { db, clock: systemClock },
    blobShelf(env.FILES, tenantId),
    await sha256Hex(systemIds.newId()),
  );
  const parts = [
    ...(count > 0 ? [`${count} old records deleted`] : []),
    ...(blobs.setAside > 0 ? [`${blobs.setAside} contents no file holds set aside for a week`] : []),
    ...(blobs.dropped > 0 ? [`${blobs.dropped} such contents deleted`] : []),
  ];
  return { summary: parts.length === 0 ? "There was nothing to clean up." : `${parts.join("; ")}.` };
}
