/**
 * A team's on-call order and staff quiet hours: defaults if unset, replaced as a whole by compare-and-set,
 * audited in the same batch.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import { auditIf, changesBetween, type Actor } from "../platform/audit/index.ts";
import { onCallSettings } from "./tables/notifications.ts";
import { users, type TenantDb } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { DEFAULT_ON_CALL, type OnCall } from "./api/on-call.ts";

/** The settings with the version an update must name; 0 if unset. */
interface VersionedOnCall {
  readonly onCall: OnCall;
  readonly version: number;
}

/** Fields added since they were stored have their defaults. */
export async function getOnCall(db: TenantDb): Promise<VersionedOnCall> {
  const row = await db.find(onCallSettings, eq(onCallSettings.tenantId, db.tenantId));
  if (row === null) return { onCall: DEFAULT_ON_CALL, version: 0 };
  return { onCall: { ...DEFAULT_ON_CALL, ...row.onCall }, version: row.version };
}

/**
 * Replaces the settings if unchanged since `version`. Throws `changed` with the current version in `details`,
 * `invalid_request` for a person outside the team or listed twice.
 */
export async function updateOnCall(
  db: TenantDb,
  change: {
    readonly onCall: OnCall;
    readonly version: number;
    readonly by: Actor;
    readonly nowMs: number;
  },
): Promise<VersionedOnCall> {
  const names = await namesOf(db, change.onCall);
  const before = await getOnCall(db);
  const version = change.version + 1;
  const row = {
    version,
    onCall: change.onCall,
    updatedBy: change.by.id,
    updatedAt: isoTime(change.nowMs),
  };
  const write =
    change.version === 0
      ? db.insert(onCallSettings, row).onConflictDoNothing().returning()
      : db.update(onCallSettings, row, eq(onCallSettings.version, change.version)).returning();
  const mine = and(
    eq(onCallSettings.version, version),
    eq(onCallSettings.updatedBy, row.updatedBy),
    eq(onCallSettings.updatedAt, row.updatedAt),
  );
  const entry = {
    id: `on_call:${db.tenantId}:${version}`,
    actor: change.by,
    action: "on_call.changed",
    subject: { kind: "on_call", id: db.tenantId },
    sentence: `${change.by.name} changed who is on call: ${inWords(change.onCall)}`,
    changes: changesBetween(auditDetails(before.onCall, names), auditDetails(change.onCall, names)),
  };
  const [written] = await db.batch([write, auditIf(db, entry, change.nowMs, onCallSettings, mine ?? sql`0`)]);
  if (!Array.isArray(written) || written.length === 0) {
    const { version: current } = await getOnCall(db);
    throw new AppError("changed", "Someone else changed this. Reload it and try again.", {
      details: { version: current },
    });
  }
  return { onCall: change.onCall, version };
}

/** Names by user. Throws `invalid_request` as `updateOnCall` does. */
async function namesOf(db: TenantDb, { people }: OnCall): Promise<ReadonlyMap<string, string>> {
  const members = await db.rows(users, isNull(users.removedAt));
  const ids = new Set(members.map((member) => member.id));
  for (const { userId } of people) {
    if (!ids.delete(userId)) {
      throw new AppError("invalid_request", "Each person on call must be on the team and listed once.", {
        details: { userId },
      });
    }
  }
  return new Map(members.map(({ id, name }) => [id, name]));
}

/** The settings for the audit log, with names and without phone numbers. */
function auditDetails(onCall: OnCall, names: ReadonlyMap<string, string>): Readonly<Record<string, unknown>> {
  return { ...onCall, people: onCall.people.map(({ userId }) => names.get(userId) ?? "a former member") };
}

/** The settings as part of a sentence, without phone numbers, because everyone can read the audit log. */
function inWords(onCall: OnCall): string {
  const { staffQuietHours: quiet, people, textsAllowed } = onCall;
  return [
    people.length === 1 ? "one person" : `${people.length} people`,
    `the next after ${onCall.escalateAfterMinutes} min`,
    quiet === null ? "no quiet hours" : `quiet from ${quiet.from} to ${quiet.to}`,
    textsAllowed ? "texts allowed" : "no texts",
  ].join(", ");
}
