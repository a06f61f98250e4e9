/**
 * Access grants of members to MCP clients. Secrets are shown once and stored as SHA-256. Every request looks up its grant joined with the
 * member, so revoking a grant or removing a member takes effect immediately.
 */
import { and, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import { auditIf, auditStatement, userActor } from "../../platform/audit/index.ts";
import { newSecret, type AuthDeps, type Member, type Principal } from "../../platform/auth/index.ts";
import { mcpGrants } from "../tables/mcp.ts";
import { users, type TenantDb } from "../../platform/db/index.ts";
import { DAY_MS, isoTime, msOf } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { GrantScope, McpGrant } from "../api/mcp.ts";

/** Maximum active grants per member. */
const GRANTS_MAX = 50;
const SHOWN_MAX = 200;
const USED_EVERY_MS = 60_000;
/** Format of our secrets: a prefix for secret scanners and 32 random bytes. */
const SECRET = /^stw_(?:pat|at|rt|code)_[A-Za-z0-9_-]{43}$/;

export type GrantDeps = Pick<AuthDeps, "system" | "db" | "clock" | "ids">;
export type GrantRow = typeof mcpGrants.$inferSelect;

/** On whose behalf a client's request runs, and its limits. Valid for that request only. */
export interface GrantHolder extends Member {
  readonly grant: Pick<GrantRow, "id" | "kind" | "name" | "scopes" | "lastUsedAt" | "expiresAt">;
}

/** Creates a secret and its stored hash. */
export async function mintSecret(
  kind: "pat" | "at" | "rt" | "code",
): Promise<{ secret: string; hash: string }> {
  const secret = `stw_${kind}_${newSecret()}`;
  return { secret, hash: await sha256Hex(secret) };
}

/** The hash to look up; null for a malformed secret. */
export function hashOfSecret(secret: string): Promise<string> | null {
  return SECRET.test(secret) ? sha256Hex(secret) : null;
}

/** Creates a personal token. `token` can't be retrieved later. Throws `conflict` at the member's limit. */
export async function createToken(
  deps: GrantDeps,
  by: Principal,
  wanted: { readonly name: string; readonly scopes: readonly GrantScope[]; readonly days: number },
): Promise<{ readonly grant: McpGrant; readonly token: string }> {
  const db = deps.db(by.tenant.id);
  const nowMs = deps.clock.now();
  await requireRoom(db, by.user.id, nowMs);
  const { secret, hash } = await mintSecret("pat");
  const expiresAt = isoTime(nowMs + wanted.days * DAY_MS);
  const row: GrantRow = {
    ...emptyGrant(by, deps.ids.newId(), nowMs),
    kind: "personal",
    name: wanted.name,
    scopes: [...wanted.scopes],
    accessHash: hash,
    accessExpiresAt: expiresAt,
    expiresAt,
  };
  await db.batch([
    db.insert(mcpGrants, row),
    auditStatement(
      db,
      {
        id: await derivedId("audit", "access.created", row.id),
        actor: userActor(by.user),
        action: "access.created",
        subject: { kind: "access", id: row.id },
        sentence: `${by.user.name} created the access token “${row.name}”: ${scopeWords(row.scopes)}.`,
      },
      nowMs,
    ),
  ]);
  return { grant: viewOf(row, by.user.name, by.user.id), token: secret };
}

/** A grant without secrets. */
export function emptyGrant(by: Pick<Member, "user" | "tenant">, id: string, nowMs: number) {
  return {
    id,
    tenantId: by.tenant.id,
    userId: by.user.id,
    clientHash: null,
    redirectUri: null,
    codeHash: null,
    codeChallenge: null,
    codeExpiresAt: null,
    codeUsedAt: null,
    accessHash: null,
    accessExpiresAt: null,
    refreshHash: null,
    formerRefreshHash: null,
    refreshedAt: null,
    createdAt: isoTime(nowMs),
    lastUsedAt: null,
    revokedAt: null,
  };
}

/** Throws `conflict` if the member is at the limit. */
export async function requireRoom(db: TenantDb, userId: string, nowMs: number): Promise<void> {
  const rows = await db
    .pick({ id: mcpGrants.id }, mcpGrants, and(eq(mcpGrants.userId, userId), liveAt(isoTime(nowMs))))
    .limit(GRANTS_MAX);
  if (rows.length < GRANTS_MAX) return;
  throw new AppError(
    "conflict",
    `You already have ${GRANTS_MAX} tokens and connected apps. Revoke some first.`,
  );
}

/** Active grants: the member's own, or all for an admin. Newest first. */
export async function listGrants(deps: GrantDeps, by: Principal): Promise<McpGrant[]> {
  const db = deps.db(by.tenant.id);
  const live = liveAt(isoTime(deps.clock.now()));
  const begun = sql`${mcpGrants.accessHash} is not null`;
  const own = by.user.role === "admin" ? undefined : eq(mcpGrants.userId, by.user.id);
  const [rows, people] = await Promise.all([
    db
      .rows(mcpGrants, and(own, live, begun))
      .orderBy(desc(mcpGrants.createdAt))
      .limit(SHOWN_MAX),
    db.rows(users, isNull(users.removedAt)),
  ]);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.flatMap((row) => {
    const name = names.get(row.userId);
    return name === undefined ? [] : [viewOf(row, name, by.user.id)];
  });
}

/**
 * Ends a grant: the member's own, or any of the team's for an admin. Effective from the next request. Idempotent. Throws `not_found`,
 * `forbidden`.
 */
export async function revokeGrant(deps: GrantDeps, by: Principal, id: string): Promise<void> {
  const db = deps.db(by.tenant.id);
  const row = await db.find(mcpGrants, eq(mcpGrants.id, id));
  if (row === null) throw new AppError("not_found", "That access doesn’t exist.");
  if (row.userId !== by.user.id && by.user.role !== "admin") {
    throw new AppError("forbidden", "Only an admin can revoke someone else’s access.");
  }
  await endGrants(
    deps,
    db,
    [row],
    userActor(by.user),
    `${by.user.name} revoked the access of “${row.name}”.`,
  );
}

/** Ends active grants, with audit entries. */
export async function endGrants(
  deps: Pick<GrantDeps, "clock">,
  db: TenantDb,
  rows: readonly Pick<GrantRow, "id">[],
  actor: Parameters<typeof auditStatement>[1]["actor"],
  sentence: string,
): Promise<void> {
  const nowMs = deps.clock.now();
  // Statements must only be awaited by the batch: awaiting one directly would run it.
  const ended = await Promise.all(
    rows.map(async ({ id }) => ({ id, entryId: await derivedId("audit", "access.revoked", id) })),
  );
  const openRow = (id: string): SQL => and(eq(mcpGrants.id, id), isNull(mcpGrants.revokedAt)) ?? sql`0`;
  await db.batch(
    ended.flatMap(({ id, entryId }) => [
      auditIf(
        db,
        { id: entryId, actor, action: "access.revoked", subject: { kind: "access", id }, sentence },
        nowMs,
        mcpGrants,
        openRow(id),
      ),
      db.update(mcpGrants, { revokedAt: isoTime(nowMs) }, openRow(id)),
    ]),
  );
}

/** A grant by the hash of one of its secrets, with its member; null if it is unknown or its member was removed. */
export async function findGrant(
  system: AuthDeps["system"],
  secret: "access" | "refresh" | "former" | "code",
  hash: string,
) {
  const column = {
    access: mcpGrants.accessHash,
    refresh: mcpGrants.refreshHash,
    former: mcpGrants.formerRefreshHash,
    code: mcpGrants.codeHash,
  }[secret];
  const found = await system.findSecret(mcpGrants, eq(column, hash));
  return found === null ? null : { grant: found.secret, user: found.user, tenant: found.tenant };
}

/** Statements for the batch that removes a member. */
export function endMember(
  db: TenantDb,
  { userId, now, gone }: { readonly userId: string; readonly now: string; readonly gone: SQL },
) {
  const theirs = and(eq(mcpGrants.userId, userId), isNull(mcpGrants.revokedAt), gone);
  return [db.update(mcpGrants, { revokedAt: now }, theirs ?? sql`0`)];
}

/** The holder of an access token; null if it is unknown, expired or revoked, or its member was removed. */
export async function findHolder(
  deps: Pick<GrantDeps, "system" | "clock">,
  token: string,
): Promise<GrantHolder | null> {
  const hash = hashOfSecret(token);
  if (hash === null) return null;
  const found = await findGrant(deps.system, "access", await hash);
  if (found === null) return null;
  const { grant, user, tenant } = found;
  const now = isoTime(deps.clock.now());
  if (grant.accessHash === null || grant.accessExpiresAt === null || grant.accessExpiresAt <= now)
    return null;
  return isLive(grant, now) ? { grant, user, tenant } : null;
}

/** Neither revoked nor expired. */
export function isLive(grant: Pick<GrantRow, "revokedAt" | "expiresAt">, now: string): boolean {
  return grant.revokedAt === null && grant.expiresAt > now;
}

/** Records a grant's use, at most once a minute. Best effort. */
export async function touchGrant(
  deps: Pick<GrantDeps, "db" | "clock">,
  { grant, tenant }: GrantHolder,
): Promise<void> {
  const nowMs = deps.clock.now();
  if (grant.lastUsedAt !== null && nowMs - msOf(grant.lastUsedAt) < USED_EVERY_MS) return;
  const db = deps.db(tenant.id);
  await db.batch([db.update(mcpGrants, { lastUsedAt: isoTime(nowMs) }, eq(mcpGrants.id, grant.id))]);
}

function liveAt(now: string): SQL {
  return and(isNull(mcpGrants.revokedAt), sql`${mcpGrants.expiresAt} > ${now}`) ?? sql`0`;
}

function viewOf(row: GrantRow, userName: string, viewerId: string): McpGrant {
  const { id, kind, name, scopes, createdAt, lastUsedAt, expiresAt } = row;
  const home = row.redirectUri === null ? null : homeOf(row.redirectUri);
  return {
    id,
    kind,
    name,
    home,
    userName,
    mine: row.userId === viewerId,
    scopes,
    createdAt,
    lastUsedAt,
    expiresAt,
  };
}

/** A client's origin in words: a site's host, this computer, or an app's scheme. */
export function homeOf(redirectUri: string): string {
  const url = new URL(redirectUri);
  if (url.protocol === "https:") return url.host;
  return url.protocol === "http:"
    ? "this computer"
    : `an app on this computer (${url.protocol.slice(0, -1)})`;
}

const SCOPE_WORDS: Readonly<Record<GrantScope, string>> = {
  "records:read": "read records",
  "records:write": "change your own records",
  "actions:propose": "propose outside actions",
  "chat:write": "talk to Steward",
  "chat:confirm": "confirm actions",
};

export function scopeWords(scopes: readonly GrantScope[]): string {
  return scopes.map((scope) => SCOPE_WORDS[scope]).join(", ");
}
