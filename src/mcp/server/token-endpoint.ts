/**
 * The token endpoint: a code is exchanged once, and a refresh token is replaced at each use (OAuth 2.1 section 4.3.1). Reuse of either
 * means it was stolen, so the grant ends; a repeat within a minute, as after a lost response, is only refused.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import { mcpGrants } from "../tables/mcp.ts";
import { toBase64Url } from "../../kernel/base64.ts";
import { DAY_MS, isoTime, msOf } from "../../kernel/clock.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { IDLE_DAYS, isResource, type AuthorizeDeps } from "./authorize.ts";
import { endGrants, findGrant, hashOfSecret, isLive, mintSecret, type GrantRow } from "./grants.ts";
import { OAuthError } from "./oauth-error.ts";

const ACCESS_SECONDS = 3_600;
/** Maximum grant lifetime, however much it is used: then the member must authorize again. */
const GRANT_DAYS = 365;
const REPEAT_MS = 60_000;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
const SYSTEM = { kind: "system", id: "system:steward", name: "Steward" } as const;

type Fields = Pick<URLSearchParams, "get">;

/** Tokens (RFC 6749 section 5.1). */
interface IssuedTokens {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** Throws OAuthError. */
export async function issueTokens(deps: AuthorizeDeps, fields: Fields): Promise<IssuedTokens> {
  if (!isResource(fields.get("resource"), deps.resource))
    throw new OAuthError("invalid_target", "Unknown resource.");
  const kind = fields.get("grant_type");
  if (kind === "authorization_code") return exchangeCode(deps, fields);
  if (kind === "refresh_token") return refresh(deps, fields);
  throw new OAuthError("unsupported_grant_type", "Send a code or a refresh token.");
}

/** Ends a token's grant (RFC 7009). Unknown tokens are ignored. */
export async function revokeToken(deps: AuthorizeDeps, fields: Fields): Promise<void> {
  const token = fields.get("token") ?? "";
  const found = (await findBy(deps, "refresh", token)) ?? (await findBy(deps, "access", token));
  if (found === null || found.grant.kind !== "client" || !(await isClient(found.grant, fields))) return;
  await end(deps, found.grant, `The app “${found.grant.name}” revoked its own access.`);
}

async function exchangeCode(deps: AuthorizeDeps, fields: Fields): Promise<IssuedTokens> {
  const found = await findBy(deps, "code", fields.get("code") ?? "");
  const verifier = fields.get("code_verifier") ?? "";
  if (found === null || !VERIFIER.test(verifier) || !(await isClient(found.grant, fields))) throw badCode();
  const { grant } = found;
  const isTheirs =
    grant.redirectUri === fields.get("redirect_uri") && grant.codeChallenge === (await challengeOf(verifier));
  if (!isTheirs) throw badCode();
  const now = isoTime(deps.clock.now());
  if (grant.codeUsedAt !== null) {
    await endIfLate(deps, grant, grant.codeUsedAt);
    throw badCode();
  }
  if ((grant.codeExpiresAt ?? "") <= now || !isLive(grant, now)) throw badCode();
  return rotate(deps, grant, { codeUsedAt: now }, isNull(mcpGrants.codeUsedAt));
}

async function refresh(deps: AuthorizeDeps, fields: Fields): Promise<IssuedTokens> {
  const token = fields.get("refresh_token") ?? "";
  const found = await findBy(deps, "refresh", token);
  if (found === null) {
    const former = await findBy(deps, "former", token);
    if (former !== null && former.grant.refreshedAt !== null && (await isClient(former.grant, fields)))
      await endIfLate(deps, former.grant, former.grant.refreshedAt);
    throw badCode();
  }
  const { grant } = found;
  if (!(await isClient(grant, fields)) || !isLive(grant, isoTime(deps.clock.now()))) throw badCode();
  return rotate(deps, grant, {}, eq(mcpGrants.refreshHash, grant.refreshHash ?? ""));
}

/** Issues new tokens if `guard` still holds for the row. Throws OAuthError if another request was faster. */
async function rotate(
  deps: AuthorizeDeps,
  grant: GrantRow,
  also: { readonly codeUsedAt?: string },
  guard: ReturnType<typeof eq>,
): Promise<IssuedTokens> {
  const nowMs = deps.clock.now();
  const [access, next] = await Promise.all([mintSecret("at"), mintSecret("rt")]);
  const lastMs = Math.min(nowMs + IDLE_DAYS * DAY_MS, msOf(grant.createdAt) + GRANT_DAYS * DAY_MS);
  const accessMs = Math.min(nowMs + ACCESS_SECONDS * 1000, lastMs);
  const open = and(eq(mcpGrants.id, grant.id), isNull(mcpGrants.revokedAt), guard) ?? sql`0`;
  const db = deps.db(grant.tenantId);
  const won = await db
    .update(
      mcpGrants,
      {
        ...also,
        accessHash: access.hash,
        accessExpiresAt: isoTime(accessMs),
        refreshHash: next.hash,
        formerRefreshHash: grant.refreshHash,
        refreshedAt: isoTime(nowMs),
        expiresAt: isoTime(lastMs),
      },
      open,
    )
    .returning();
  if (won.length === 0) throw badCode();
  return {
    access_token: access.secret,
    token_type: "Bearer",
    expires_in: Math.floor((accessMs - nowMs) / 1000),
    refresh_token: next.secret,
    scope: grant.scopes.join(" "),
  };
}

async function findBy(
  { system }: AuthorizeDeps,
  secret: "access" | "refresh" | "former" | "code",
  token: string,
) {
  const hash = hashOfSecret(token);
  return hash === null ? null : findGrant(system, secret, await hash);
}

async function isClient(grant: GrantRow, fields: Fields): Promise<boolean> {
  return grant.clientHash !== null && grant.clientHash === (await sha256Hex(fields.get("client_id") ?? ""));
}

async function endIfLate(deps: AuthorizeDeps, grant: GrantRow, usedAt: string): Promise<void> {
  if (deps.clock.now() - msOf(usedAt) < REPEAT_MS) return;
  await end(deps, grant, `The access of “${grant.name}” was ended because an old token was reused.`);
}

async function end(deps: AuthorizeDeps, grant: GrantRow, sentence: string): Promise<void> {
  await endGrants(deps, deps.db(grant.tenantId), [grant], SYSTEM, sentence);
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return toBase64Url(new Uint8Array(digest));
}

function badCode(): OAuthError {
  return new OAuthError("invalid_grant", "The code or token is invalid or belongs to another client.");
}
