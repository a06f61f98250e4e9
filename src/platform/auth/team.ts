/**
 * Members and their roles. There is always an admin: the condition is part of the update, so that two
 * admins who remove each other at the same time can't both succeed.
 */
import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { auditIf, changesBetween, userActor } from "../audit/index.ts";
import { sessions, users, type TenantDb } from "../db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Role, TeamMember } from "../api/members.ts";
import { endMember } from "./session-changes.ts";
import { provenBy, provenByAnother } from "./phone-proof.ts";
import type { AuthDeps, Principal } from "./types.ts";

const TEAM_SHOWN = 200;

/** Sorted by name. */
export async function listTeam(db: TenantDb): Promise<TeamMember[]> {
  const rows = await db.rows(users, isNull(users.removedAt)).orderBy(users.name).limit(TEAM_SHOWN);
  return rows.map(memberView);
}

/** The member who has proven a number; null if no one has. */
export async function memberWithNumber(
  db: TenantDb,
  number: string,
): Promise<Pick<TeamMember, "id" | "name"> | null> {
  const member = await db.find(users, provenBy(number));
  return member === null ? null : { id: member.id, name: member.name };
}

/** The member with a sign-in address; null if there is none. */
export async function memberWithAddress(
  db: TenantDb,
  address: string,
): Promise<Pick<TeamMember, "id" | "name"> | null> {
  const isTheirs = and(eq(sql`lower(${users.email})`, address.toLowerCase()), isNull(users.removedAt));
  const member = await db.find(users, isTheirs ?? sql`0`);
  return member === null ? null : { id: member.id, name: member.name };
}

/** Throws `forbidden` unless the principal is an admin. */
export function requireAdmin(principal: Principal): void {
  if (principal.user.role !== "admin") {
    throw new AppError("forbidden", "Only a team admin can do this.");
  }
}

type TeamDeps = Pick<AuthDeps, "db" | "clock" | "ids">;

/**
 * Changes a member's role, effective with their next request. Idempotent. Throws `not_found`, `conflict`
 * for the last admin.
 */
export async function changeRole(
  deps: TeamDeps,
  by: Principal,
  userId: string,
  role: Role,
): Promise<TeamMember> {
  const db = deps.db(by.tenant.id);
  const member = await memberOf(db, userId);
  if (member.role === role) return memberView(member);
  const nowMs = deps.clock.now();
  const entry = {
    id: deps.ids.newId(),
    actor: userActor(by.user),
    action: "member.role_changed",
    subject: { kind: "user", id: userId },
    sentence: `${by.user.name} made ${member.name} ${role === "admin" ? "an admin" : "a member"}.`,
    changes: changesBetween({ role: member.role }, { role }),
  };
  // The audit statement comes first: after the update, its guard could not distinguish this change from an earlier
  // one.
  const changes = and(eq(users.id, userId), eq(users.role, member.role), isNull(users.removedAt));
  const allowed = role === "admin" ? changes : and(changes, anotherAdmin(db, userId));
  const [, changed] = await db.batch([
    auditIf(db, entry, nowMs, users, allowed ?? sql`0`),
    db.update(users, { role }, allowed ?? sql`0`).returning(),
  ]);
  if (Array.isArray(changed) && changed.length > 0) return memberView({ ...member, role });
  const now = await memberOf(db, userId);
  if (now.role === role) return memberView(now);
  throw lastAdmin(member.name);
}

/**
 * Sets or clears a member's number (E.164). It has no effect until they prove it. Idempotent. Throws
 * `not_found`, `invalid_request` for a number someone else has proven.
 */
export async function changePhone(
  deps: TeamDeps,
  by: Principal,
  userId: string,
  phone: string | null,
): Promise<TeamMember> {
  const db = deps.db(by.tenant.id);
  const member = await memberOf(db, userId);
  if (member.phone === phone) return memberView(member);
  if (phone !== null && (await memberWithNumber(db, phone)) !== null) throw provenByAnother();
  const entry = {
    id: deps.ids.newId(),
    actor: userActor(by.user),
    action: "member.phone_changed",
    subject: { kind: "user", id: userId },
    sentence: `${by.user.name} ${phone === null ? "removed" : "set"} the number of ${member.name}.`,
    changes: changesBetween({ phone: member.phone }, { phone }),
  };
  const here = and(eq(users.id, userId), isNull(users.removedAt)) ?? sql`0`;
  const set = { phone, phoneVerifiedAt: null, phoneCode: null };
  await db.batch([auditIf(db, entry, deps.clock.now(), users, here), db.update(users, set, here)]);
  return memberView(await memberOf(db, userId));
}

/**
 * Removes a member; their requests, tokens and devices stop working. Returns the IDs of open sessions,
 * whose sockets the caller must close. Throws `not_found`, `conflict` for the last admin.
 */
export async function removeMember(deps: TeamDeps, by: Principal, userId: string): Promise<string[]> {
  const db = deps.db(by.tenant.id);
  const member = await memberOf(db, userId);
  const nowMs = deps.clock.now();
  const now = isoTime(nowMs);
  const open = await db.rows(
    sessions,
    and(eq(sessions.userId, userId), isNull(sessions.revokedAt)) ?? sql`0`,
  );
  const gone = sql`exists (select 1 from ${users} where ${users.tenantId} = ${db.tenantId} and ${users.id} = ${userId} and ${users.removedAt} = ${now})`;
  const entry = {
    id: deps.ids.newId(),
    actor: userActor(by.user),
    action: "member.removed",
    subject: { kind: "user", id: userId },
    sentence: `${by.user.name} removed ${member.name} from the team.`,
  };
  const removal = and(
    eq(users.id, userId),
    isNull(users.removedAt),
    sql`(${users.role} <> 'admin' or ${anotherAdmin(db, userId)})`,
  );
  const [removed] = await db.batch([
    db.update(users, { removedAt: now }, removal ?? sql`0`).returning(),
    db.update(
      sessions,
      { revokedAt: now },
      and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gone) ?? sql`0`,
    ),
    ...endMember(db, { userId, now, gone }),
    auditIf(db, entry, nowMs, users, and(eq(users.id, userId), eq(users.removedAt, now)) ?? sql`0`),
  ]);
  if (!Array.isArray(removed) || removed.length === 0) {
    await memberOf(db, userId);
    throw lastAdmin(member.name);
  }
  return open.map(({ id }) => id);
}

async function memberOf(db: TenantDb, userId: string) {
  const member = await db.find(users, and(eq(users.id, userId), isNull(users.removedAt)) ?? sql`0`);
  if (member === null) throw new AppError("not_found", "That person isn’t in the team.");
  return member;
}

function anotherAdmin(db: TenantDb, userId: string): SQL {
  return sql`exists (select 1 from ${users} as other where other.tenant_id = ${db.tenantId} and other.id <> ${userId}
    and other.role = 'admin' and other.removed_at is null)`;
}

function lastAdmin(name: string): AppError {
  return new AppError("conflict", `${name} is the last admin. Make someone else an admin first.`);
}

function memberView(member: typeof users.$inferSelect): TeamMember {
  const { id, name, email, role, phone, phoneVerifiedAt, lastSeenAt } = member;
  return { id, name, email, role, phone, phoneVerifiedAt, lastSeenAt };
}
