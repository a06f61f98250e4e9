/**
 * Invitations by link. The link contains 32 random bytes; the table stores their SHA-256. A link admits one
 * person with a role chosen by an admin, until it is used, revoked or a week old. The statement that uses
 * it checks all of that, and everything else is written only if it succeeded.
 */
import { and, desc, eq, gt, isNull, sql, type SQL } from "drizzle-orm";
import { auditIf, auditStatement, userActor } from "../audit/index.ts";
import { invites, joinRequests, users } from "../db/index.ts";
import { DAY_MS, isoTime, msOf } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { derivedId } from "../../kernel/ids.ts";
import { withoutTag } from "../../kernel/sub-address.ts";
import type { Role } from "../api/members.ts";
import type { Invite } from "../api/members.ts";
import { nameOf } from "./exchange.ts";
import { newSecret } from "./secret.ts";
import type { AuthDeps, Member, Principal, VerifiedIdentity } from "./types.ts";

const INVITE_DAYS = 7;
/** Maximum pending invitations. */
const OPEN_MAX = 50;
/** Maximum made in a day, revoked ones included: invitations may be mailed to strangers. */
const MADE_A_DAY = 100;

type InviteDeps = Pick<AuthDeps, "db" | "clock" | "ids">;
type InviteRow = typeof invites.$inferSelect;

/**
 * Creates an invitation. `secret` is only for the link and can't be retrieved again. Throws `conflict`
 * beyond the maximum of pending ones, `rate_limited` beyond that of a day.
 */
export async function createInvite(
  deps: InviteDeps,
  by: Principal,
  { role, email }: { readonly role: Role; readonly email?: string | undefined },
): Promise<{ readonly invite: Invite; readonly secret: string }> {
  const open = await listInvites(deps, by);
  if (open.length >= OPEN_MAX)
    throw new AppError("conflict", `There are already ${OPEN_MAX} open invitations. Revoke some first.`);
  const nowMs = deps.clock.now();
  const db = deps.db(by.tenant.id);
  const madeToday = await db
    .pick({ id: invites.id }, invites, gt(invites.createdAt, isoTime(nowMs - DAY_MS)))
    .limit(MADE_A_DAY);
  if (madeToday.length >= MADE_A_DAY)
    throw new AppError(
      "rate_limited",
      `Your team made ${MADE_A_DAY} invitations in a day. Try again tomorrow.`,
    );
  const secret = newSecret();
  const row: InviteRow = {
    id: deps.ids.newId(),
    tenantId: by.tenant.id,
    secretHash: await sha256Hex(secret),
    email: email === undefined ? null : withoutTag(email),
    role,
    createdById: by.user.id,
    createdByName: by.user.name,
    createdAt: isoTime(nowMs),
    expiresAt: isoTime(nowMs + INVITE_DAYS * DAY_MS),
    usedAt: null,
    usedById: null,
    revokedAt: null,
  };
  await db.batch([
    db.insert(invites, row),
    auditStatement(
      db,
      {
        id: await derivedId("audit", "member.invited", row.id),
        actor: userActor(by.user),
        action: "member.invited",
        subject: { kind: "invite", id: row.id },
        sentence: `${by.user.name} made an invite link for ${row.email ?? roleWords(role)}${row.email === null ? "" : ` as ${roleWords(role)}`}.`,
      },
      nowMs,
    ),
  ]);
  return { invite: inviteView(row), secret };
}

/** Pending invitations, newest first. */
export async function listInvites(
  deps: Pick<AuthDeps, "db" | "clock">,
  { tenant }: Principal,
): Promise<Invite[]> {
  const rows = await deps
    .db(tenant.id)
    .rows(invites, openAt(isoTime(deps.clock.now())))
    .orderBy(desc(invites.createdAt))
    .limit(OPEN_MAX);
  return rows.map(inviteView);
}

/** Revokes a link. Idempotent. Throws `not_found`. */
export async function revokeInvite(deps: InviteDeps, by: Principal, id: string): Promise<void> {
  const db = deps.db(by.tenant.id);
  if ((await db.find(invites, eq(invites.id, id))) === null)
    throw new AppError("not_found", "That invitation doesn’t exist.");
  const nowMs = deps.clock.now();
  const entry = {
    id: await derivedId("audit", "member.invite_revoked", id),
    actor: userActor(by.user),
    action: "member.invite_revoked",
    subject: { kind: "invite", id },
    sentence: `${by.user.name} revoked an invite link.`,
  };
  const open = and(eq(invites.id, id), openAt(isoTime(nowMs))) ?? sql`0`;
  await db.batch([
    auditIf(db, entry, nowMs, invites, open),
    db.update(invites, { revokedAt: isoTime(nowMs) }, open),
  ]);
}

/** The team and role of a link, and whom it is for. Throws `not_found` if it was used, revoked or has expired. */
export async function previewInvite(
  deps: Pick<AuthDeps, "system" | "clock">,
  secret: string,
): Promise<{ team: string; invitedBy: string; role: Role; email: string | null; expiresAt: string }> {
  const { invite, tenant } = await openInvite(deps, secret);
  return {
    team: tenant.name,
    invitedBy: invite.createdByName,
    role: invite.role,
    email: invite.email,
    expiresAt: invite.expiresAt,
  };
}

/**
 * Adds a verified identity to the team with the invitation's role. An existing member keeps their role and
 * the link stays valid; a removed member is readmitted. Throws `not_found` if the link was used, revoked or
 * has expired, `conflict` for a member of another team and for another address than the invitation's.
 */
export async function acceptInvite(
  deps: Pick<AuthDeps, "system" | "db" | "clock">,
  identity: Pick<VerifiedIdentity, "email" | "name">,
  secret: string,
): Promise<Member> {
  const { invite, tenant } = await openInvite(deps, secret);
  const known = await deps.system.listPerson(identity.email);
  const [first] = known;
  if (first?.user.removedAt === null && first.tenant.id === tenant.id) return first;
  if (known.some((one) => one.tenant.id !== tenant.id))
    throw new AppError("conflict", `${identity.email} is already on another team.`);
  const email = first?.user.email ?? withoutTag(identity.email);
  if (invite.email !== null && invite.email !== withoutTag(identity.email))
    throw new AppError("conflict", `This invite is for ${invite.email}. Sign in with that address.`);
  const db = deps.db(tenant.id);
  const nowMs = deps.clock.now();
  const now = isoTime(nowMs);
  const id = first?.user.id ?? (await derivedId("user", email));
  const name = nameOf(identity);
  const elsewhere = sql`exists (select 1 from users as other where other.email = ${email} and other.tenant_id <> ${tenant.id})`;
  const free = and(eq(invites.id, invite.id), openAt(now), sql`not ${elsewhere}`) ?? sql`0`;
  const won = and(eq(invites.id, invite.id), eq(invites.usedById, id), eq(invites.usedAt, now)) ?? sql`0`;
  const wonHere = sql`exists (select 1 from invites as won where won.tenant_id = ${tenant.id} and won.id = ${invite.id} and won.used_by_id = ${id} and won.used_at = ${now})`;
  const back = and(eq(users.id, id), sql`${users.removedAt} is not null`, wonHere) ?? sql`0`;
  await db.batch([
    db.update(invites, { usedAt: now, usedById: id }, free),
    db.insertIf(users, { id, email, name, role: invite.role, createdAt: now }, invites, won),
    db.update(users, { removedAt: null, role: invite.role }, back),
    db.update(
      joinRequests,
      { decidedAt: now, decision: "approve", decidedById: invite.createdById },
      and(eq(joinRequests.email, email), isNull(joinRequests.decidedAt), wonHere) ?? sql`0`,
    ),
    auditIf(
      db,
      {
        id: await derivedId("audit", "member.joined", invite.id),
        actor: { kind: "user", id, name },
        action: "member.joined",
        subject: { kind: "user", id },
        sentence: `${name} joined as ${roleWords(invite.role)} with ${invite.createdByName}’s invite link.`,
      },
      nowMs,
      invites,
      won,
    ),
  ]);
  const [joined] = await deps.system.listPerson(identity.email);
  if (joined?.user.removedAt !== null || joined.tenant.id !== tenant.id) throw inviteOver();
  return joined;
}

async function openInvite(deps: Pick<AuthDeps, "system" | "clock">, secret: string) {
  const found = await deps.system.findInvite(await sha256Hex(secret));
  if (found === null) throw inviteOver();
  const { usedAt, revokedAt, expiresAt } = found.invite;
  if (usedAt !== null || revokedAt !== null || msOf(expiresAt) <= deps.clock.now()) throw inviteOver();
  return found;
}

function inviteOver(): AppError {
  return new AppError("not_found", "This invite link has been used or has expired. Ask for a new one.");
}

function openAt(now: string): SQL {
  return and(isNull(invites.usedAt), isNull(invites.revokedAt), sql`${invites.expiresAt} > ${now}`) ?? sql`0`;
}

function inviteView({ id, role, email, createdByName, createdAt, expiresAt }: InviteRow): Invite {
  return { id, role, email, createdBy: createdByName, createdAt, expiresAt };
}

function roleWords(role: Role): string {
  return role === "admin" ? "an admin" : "a member";
}
