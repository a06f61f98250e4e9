/**
 * Joining by an address at the team's domain: not allowed, after an admin's approval, or at once, as the
 * admins chose. A request is made by signing in and decided once; a declined person needs an invitation.
 */
import { and, asc, eq, isNull, sql, type SQL } from "drizzle-orm";
import { auditIf, userActor } from "../audit/index.ts";
import { joinRequests, tenantDomains, users, type TenantDb } from "../db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { JoinRequest } from "../api/members.ts";
import type { AuthDeps, Principal } from "./types.ts";

/** Maximum pending requests. */
const WAITING_MAX = 200;

type RequestRow = typeof joinRequests.$inferSelect;

/** Nobody decided yet, and the person didn't come in by another way since. */
function stillWaits(db: TenantDb): SQL {
  return sql`${joinRequests.decidedAt} is null and not exists (select 1 from ${users}
    where ${users.tenantId} = ${db.tenantId} and ${users.email} = ${joinRequests.email})`;
}

/** A person's earlier request; null if there is none. */
export async function findJoinRequest(db: TenantDb, person: string): Promise<RequestRow | null> {
  return db.find(joinRequests, eq(joinRequests.id, await requestId(db, person)));
}

/** Creates a request and returns its ID. Idempotent. Throws `conflict` beyond the maximum. */
export async function askToJoin(
  db: TenantDb,
  person: { readonly email: string; readonly name: string },
  nowMs: number,
): Promise<string> {
  const waiting = await db.rows(joinRequests, stillWaits(db)).limit(WAITING_MAX);
  if (waiting.length === WAITING_MAX)
    throw new AppError(
      "conflict",
      "Too many people are waiting to join this team. Ask an admin for an invite link.",
    );
  const id = await requestId(db, person.email);
  const row = {
    id,
    ...person,
    createdAt: isoTime(nowMs),
    decidedAt: null,
    decision: null,
    decidedById: null,
  };
  await db.batch([db.insert(joinRequests, row).onConflictDoNothing()]);
  return id;
}

/** Pending requests, oldest first, and the domains whose users may ask. */
export async function listJoinRequests(
  db: TenantDb,
): Promise<{ readonly domains: string[]; readonly items: JoinRequest[] }> {
  const [domains, rows] = await Promise.all([
    db
      .rows(tenantDomains, sql`${tenantDomains.verifiedAt} is not null`)
      .orderBy(tenantDomains.domain)
      .limit(100),
    db.rows(joinRequests, stillWaits(db)).orderBy(asc(joinRequests.createdAt)).limit(WAITING_MAX),
  ]);
  return {
    domains: domains.map(({ domain }) => domain),
    items: rows.map(({ id, email, name, createdAt }) => ({ id, email, name, createdAt })),
  };
}

/**
 * Accepts or declines a request. The first decision counts. Throws `not_found` if it is already decided,
 * `conflict` for a member of another team.
 */
export async function decideJoinRequest(
  deps: Pick<AuthDeps, "system" | "db" | "clock">,
  by: Principal,
  { id, decision }: { readonly id: string; readonly decision: "approve" | "decline" },
): Promise<void> {
  const db = deps.db(by.tenant.id);
  const request = await db.find(
    joinRequests,
    and(eq(joinRequests.id, id), isNull(joinRequests.decidedAt)) ?? sql`0`,
  );
  if (request === null) throw new AppError("not_found", "That request was already decided.");
  const { email, name } = request;
  const known = decision === "approve" ? await deps.system.listPerson(email) : [];
  if (known.some(({ tenant }) => tenant.id !== by.tenant.id))
    throw new AppError("conflict", `${email} is already on another team.`);
  const former = known[0]?.user ?? null;
  const nowMs = deps.clock.now();
  const now = isoTime(nowMs);
  const userId = former?.id ?? (await derivedId("user", email));
  const won =
    and(eq(joinRequests.id, id), eq(joinRequests.decidedAt, now), eq(joinRequests.decidedById, by.user.id)) ??
    sql`0`;
  const wonHere = sql`exists (select 1 from ${joinRequests} where ${joinRequests.tenantId} = ${db.tenantId} and ${won})`;
  const isApproved = decision === "approve";
  await db.batch([
    db.update(
      joinRequests,
      { decidedAt: now, decision, decidedById: by.user.id },
      and(eq(joinRequests.id, id), isNull(joinRequests.decidedAt)) ?? sql`0`,
    ),
    ...(isApproved
      ? [
          db.insertIf(users, { id: userId, email, name, role: "member", createdAt: now }, joinRequests, won),
          db.update(users, { removedAt: null }, and(eq(users.id, userId), wonHere) ?? sql`0`),
        ]
      : []),
    auditIf(
      db,
      {
        id: await derivedId("audit", "member.request", id),
        actor: userActor(by.user),
        action: isApproved ? "member.joined" : "member.declined",
        subject: { kind: "user", id: userId },
        sentence: isApproved
          ? `${by.user.name} let ${name} join as a member.`
          : `${by.user.name} declined ${name}’s request to join.`,
      },
      nowMs,
      joinRequests,
      won,
    ),
  ]);
}

function requestId(db: TenantDb, person: string): Promise<string> {
  return derivedId("join", db.tenantId, person);
}
