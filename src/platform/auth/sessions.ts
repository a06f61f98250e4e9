/**
 * Our own sessions. The cookie contains 32 random bytes; the table stores their SHA-256, so a copy of the
 * table opens nothing. Every request looks up the session joined with its member, so that revoking a
 * session or removing a member takes effect at once.
 */
import type * as z from "zod";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { auditIf, auditStatement, userActor } from "../audit/index.ts";
import { sessions, users, type TenantDb } from "../db/index.ts";
import { isoTime, msOf, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { derivedId } from "../../kernel/ids.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { endSession, renewSession } from "./session-changes.ts";
import { memberOfBearer } from "./bearer.ts";
import { newSecret } from "./secret.ts";
import type { AuthDeps, Member, Principal } from "./types.ts";
import type { sessionSchema } from "../../team/api/team.ts";

const SECRET = /^[A-Za-z0-9_-]{43}$/;
const SEEN_EVERY_MS = 5 * 60_000;
const SESSIONS_SHOWN = 200;

/** Lifetime of a session. */
export const SESSION_SECONDS = LIMITS.sessionDays * 24 * 3600;
/**
 * Lifetime of its cookie. Longer, so that the next sign-in recognizes the browser and moves its
 * notifications to the new session.
 */
export const SESSION_COOKIE_SECONDS = 2 * SESSION_SECONDS;

type SessionView = z.infer<typeof sessionSchema>;

/**
 * Creates a session for a member. `secret` is only for the cookie and can't be retrieved again. `before` is
 * the secret of the browser's previous session, whose notifications move to the new one.
 */
export async function createSession(
  deps: Pick<AuthDeps, "db" | "clock" | "ids">,
  member: Member,
  device: string,
  before?: string,
): Promise<{ secret: string; principal: Principal }> {
  const nowMs = deps.clock.now();
  const secret = newSecret();
  const id = deps.ids.newId();
  const expiresAt = isoTime(nowMs + SESSION_SECONDS * 1000);
  const db = deps.db(member.tenant.id);
  await db.batch([
    db.insert(sessions, {
      id,
      userId: member.user.id,
      secretHash: await sha256Hex(secret),
      device,
      createdAt: isoTime(nowMs),
      lastSeenAt: isoTime(nowMs),
      expiresAt,
      revokedAt: null,
    }),
    db.update(users, { lastSeenAt: isoTime(nowMs) }, eq(users.id, member.user.id)),
    ...(before !== undefined && SECRET.test(before)
      ? renewSession(db, { userId: member.user.id, formerHash: await sha256Hex(before), sessionId: id })
      : []),
    auditStatement(
      db,
      {
        id: await derivedId("audit", "session.created", id),
        actor: userActor(member.user),
        action: "session.created",
        subject: { kind: "session", id },
        sentence: `${member.user.name} signed in on ${device}.`,
      },
      nowMs,
    ),
  ]);
  return { secret, principal: { ...member, sessionId: id, expiresAt, via: "session" } };
}

/** The principal of a cookie's secret and when it was last seen; null if unknown, expired, or its member removed. */
export async function findPrincipal(
  deps: Pick<AuthDeps, "system" | "clock">,
  secret: string,
): Promise<{ principal: Principal; lastSeenAt: string } | null> {
  if (!SECRET.test(secret)) return null;
  const found = await deps.system.findSession(await sha256Hex(secret), isoTime(deps.clock.now()));
  if (found === null) return null;
  const { session, user, tenant } = found;
  return {
    principal: { user, tenant, sessionId: session.id, expiresAt: session.expiresAt, via: "session" },
    lastSeenAt: session.lastSeenAt,
  };
}

/** Records that a session was used, at most every few minutes. Best effort. */
export async function touchSession(
  deps: Pick<AuthDeps, "db" | "clock">,
  principal: Principal,
  lastSeenAt: string,
): Promise<void> {
  const nowMs = deps.clock.now();
  if (nowMs - msOf(lastSeenAt) < SEEN_EVERY_MS) return;
  const db = deps.db(principal.tenant.id);
  const seen = { lastSeenAt: isoTime(nowMs) };
  await db.batch([
    db.update(sessions, seen, eq(sessions.id, principal.sessionId)),
    db.update(users, seen, eq(users.id, principal.user.id)),
  ]);
}

/** Open sessions of the team, last used first. */
export async function listSessions(
  deps: Pick<AuthDeps, "db" | "clock">,
  principal: Principal,
): Promise<SessionView[]> {
  const db = deps.db(principal.tenant.id);
  const nowIso = isoTime(deps.clock.now());
  const live = and(isNull(sessions.revokedAt), sql`${sessions.expiresAt} > ${nowIso}`);
  const [rows, people] = await Promise.all([
    db.rows(sessions, live).orderBy(desc(sessions.lastSeenAt)).limit(SESSIONS_SHOWN),
    db.rows(users, isNull(users.removedAt)),
  ]);
  const names = new Map(people.map((person) => [person.id, person.name]));
  return rows.flatMap((row) => {
    const userName = names.get(row.userId);
    if (userName === undefined) return [];
    const { id, createdAt, lastSeenAt, expiresAt, device } = row;
    return [{ id, userName, createdAt, lastSeenAt, expiresAt, device, current: id === principal.sessionId }];
  });
}

/**
 * Ends a session: one's own, or for an admin any of the team. Its device gets no more notifications, and
 * their buttons stop working, in case it was lost. The caller then informs TenantObject, which closes open
 * sockets. Idempotent. Throws `not_found`, `forbidden`.
 */
export async function revokeSession(
  deps: Pick<AuthDeps, "db" | "clock">,
  principal: Principal,
  sessionId: string,
): Promise<void> {
  const db = deps.db(principal.tenant.id);
  const session = await db.find(sessions, eq(sessions.id, sessionId));
  if (session === null) throw new AppError("not_found", "That session doesn’t exist.");
  if (session.userId !== principal.user.id && principal.user.role !== "admin") {
    throw new AppError("forbidden", "Only an admin can end someone else’s session.");
  }
  const nowMs = deps.clock.now();
  await db.batch([
    ...endSession(db, sessionId),
    db.update(
      sessions,
      { revokedAt: isoTime(nowMs) },
      and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)) ?? eq(sessions.id, sessionId),
    ),
    auditIf(
      db,
      {
        id: await derivedId("audit", "session.revoked", sessionId),
        actor: userActor(principal.user),
        action: "session.revoked",
        subject: { kind: "session", id: sessionId },
        sentence:
          session.userId === principal.user.id
            ? `${principal.user.name} signed out of ${session.device}.`
            : `${principal.user.name} ended a colleague’s session on ${session.device}.`,
      },
      nowMs,
      sessions,
      eq(sessions.id, sessionId),
    ),
  ]);
}

/**
 * Whether a session may still act, for TenantObject on a cache miss. A bearer session is valid as long as
 * its member; the socket's owner checks the token's expiry.
 */
export async function isSessionAlive(db: TenantDb, sessionId: string, clock: Clock): Promise<boolean> {
  const bearerUserId = memberOfBearer(sessionId);
  if (bearerUserId !== null) return isMember(db, bearerUserId);
  const session = await db.find(sessions, eq(sessions.id, sessionId));
  if (session === null || session.revokedAt !== null || msOf(session.expiresAt) <= clock.now()) return false;
  return isMember(db, session.userId);
}

async function isMember(db: TenantDb, userId: string): Promise<boolean> {
  const user = await db.find(users, eq(users.id, userId));
  return user !== null && user.removedAt === null;
}
