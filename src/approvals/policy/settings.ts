/**
 * Stores a tenant's policy. It is replaced as a whole by compare-and-set, with an audit entry in the same
 * batch; missing settings have defaults.
 */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { auditIf, changesBetween, type Actor } from "../../platform/audit/index.ts";
import { approvals, earnedTallies } from "../tables/approvals.ts";
import { settings, type Statement, type TenantDb } from "../../platform/db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { DEFAULT_POLICY, type Policy } from "../../team/api/policy.ts";
import { REST_DECISIONS } from "../api/earned.ts";

/** The policy with its version, which an update must name; 0 if nothing was stored yet. */
export interface VersionedPolicy {
  readonly policy: Policy;
  readonly version: number;
}

/** Settings added since it was stored have their defaults. */
export async function getPolicy(db: TenantDb): Promise<VersionedPolicy> {
  const row = await db.find(settings, eq(settings.tenantId, db.tenantId));
  if (row === null) return { policy: DEFAULT_POLICY, version: 0 };
  const sms = { ...DEFAULT_POLICY.sms, ...row.policy.sms };
  return { policy: { ...DEFAULT_POLICY, ...row.policy, sms }, version: row.version };
}

export interface PolicyUpdate {
  readonly policy: Policy;
  /** The version the admin edited. */
  readonly version: number;
  readonly by: Actor;
  readonly nowMs: number;
  /** The audit sentence; by default, that the actor changed the policy. */
  readonly sentence?: string;
  /** Why earned rules that are now missing were revoked; by default, that this actor removed them. */
  readonly because?: string;
  /** Further statements of the batch, guarded by the condition. */
  readonly also?: (won: SQL) => Statement[];
}

/**
 * Replaces the policy if its version is still `version`. The caller then sends the new limits to
 * TenantObject. Throws `changed` with the current version in `details`.
 */
export async function updatePolicy(db: TenantDb, update: PolicyUpdate): Promise<VersionedPolicy> {
  const before = await getPolicy(db);
  const version = update.version + 1;
  const row = { version, policy: update.policy, updatedBy: update.by.id, updatedAt: isoTime(update.nowMs) };
  const mine = and(
    eq(settings.version, version),
    eq(settings.updatedBy, row.updatedBy),
    eq(settings.updatedAt, row.updatedAt),
  );
  const write =
    update.version === 0
      ? db.insert(settings, row).onConflictDoNothing().returning()
      : db.update(settings, row, eq(settings.version, update.version)).returning();
  const entry = {
    id: `policy:${db.tenantId}:${version}`,
    actor: update.by,
    action: "policy.changed",
    subject: { kind: "policy", id: db.tenantId },
    sentence: update.sentence ?? `${update.by.name} changed the policy`,
    changes: changesBetween(before.policy, update.policy),
  };
  const won = sql`exists (select 1 from ${settings} where ${settings.tenantId} = ${db.tenantId} and ${mine})`;
  const [written] = await db.batch([
    write,
    auditIf(db, entry, update.nowMs, settings, mine ?? sql`false`),
    ...earnedGone(db, before.policy, update, won),
    ...rulesCame(db, before.policy, update, won),
    ...(update.also?.(won) ?? []),
  ]);
  if (!Array.isArray(written) || written.length === 0) {
    const { version: current } = await getPolicy(db);
    throw new AppError("changed", "Someone else changed the policy. Reload it and try again.", {
      details: { version: current },
    });
  }
  return { policy: update.policy, version };
}

/** How often the policy is read again because it changed at that very moment. */
const TRIES = 5;

type Change = Pick<PolicyUpdate, "policy" | "sentence" | "because" | "also">;

/** Changes the policy by compare-and-set and retries after a concurrent change. Returns false if the policy is like that already. Throws `changed` if all attempts conflict. */
export async function changePolicy(
  db: TenantDb,
  at: Pick<PolicyUpdate, "by" | "nowMs">,
  change: (policy: Policy) => Change | null,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const { policy, version } = await getPolicy(db);
    const to = change(policy);
    if (to === null) return false;
    try {
      await updatePolicy(db, { version, ...at, ...to });
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "changed" || attempt === TRIES) throw error;
    }
  }
}

/** Has drafts that wait held against new house rules. */
function rulesCame(db: TenantDb, before: Policy, { policy, nowMs }: PolicyUpdate, won: SQL): Statement[] {
  const known = new Set(before.houseRules.map(({ id }) => id));
  const isNew = policy.houseRules.some(({ id }) => !known.has(id));
  const waiting = sql`${approvals.status} = 'pending' and ${won}`;
  return isNew ? [db.update(approvals, { dueAt: isoTime(nowMs) }, waiting)] : [];
}

/** Updates the tallies of earned rules that are no longer in the policy, or whose line changed. */
function earnedGone(db: TenantDb, before: Policy, update: PolicyUpdate, won: SQL): Statement[] {
  const left = new Set(update.policy.rules.map(({ id }) => id));
  const gone = before.rules.filter(({ id, origin }) => origin === "earned" && !left.has(id));
  const lined = JSON.stringify(before.earned) !== JSON.stringify(update.policy.earned);
  return [
    // After a change of the line, all tallies are checked again.
    ...(lined ? [db.update(earnedTallies, { dueAt: isoTime(update.nowMs) }, won)] : []),
    ...gone.map(({ id }) =>
      db.update(
        earnedTallies,
        {
          state: "taken_back",
          stateAt: isoTime(update.nowMs),
          because: update.because ?? `${update.by.name} removed it.`,
          restsUntil: sql`${earnedTallies.decided} + ${REST_DECISIONS}`,
        },
        sql`${earnedTallies.id} = ${id} and ${won}`,
      ),
    ),
  ];
}
