/**
 * Consents at Microsoft, one per person and app, and the access tokens based on them
 * (MicrosoftDocs/entra-docs: docs/identity-platform/v2-oauth2-auth-code-flow.md, permissions-consent-overview.md, read 2026-11-30).
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { SandboxContext } from "../service.ts";
import { worldOf } from "../vendor/define-vendor.ts";

/** An app registered in Microsoft Entra. Fictitious. */
export const MICROSOFT_APP = {
  id: "5f0c9d1e-7b2a-4c36-9a44-0d3be1c7a901",
  secret: "stw8Q~secret-of-the-sandbox",
} as const;

export interface Consent {
  readonly id: string;
  readonly address: string;
  /** Permissions of Microsoft Graph. */
  scopes: string[];
  /** `openid` was granted. */
  isOpenId: boolean;
  /** Older tokens stay valid: Microsoft doesn't revoke a refresh token when it is used. */
  refreshes: string[];
  /** Incremented when access tokens are expired early. */
  round: number;
}

interface Code {
  readonly address: string;
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly isOffline: boolean;
  readonly untilMs: number;
  used?: true;
}

interface Consents {
  readonly tokenSecret: string;
  readonly codes: Record<string, Code>;
  consents: Consent[];
  /** Refresh tokens of ended consents. */
  revoked: string[];
  /** Scopes only an administrator may grant. */
  withheld: string[];
  /** Number of successful refreshes. */
  renewals: number;
}

export const microsoftConsents = worldOf<Consents>("microsoft-consents", () => ({
  tokenSecret: randomBytes(32).toString("base64url"),
  codes: {},
  consents: [],
  revoked: [],
  withheld: [],
  renewals: 0,
}));

/** An access token's claims. */
interface Claims {
  readonly upn: string;
  /** The consent and its round. */
  readonly consent: string;
  readonly exp: number;
}

/** Who calls, and with which of Microsoft Graph's permissions. */
export interface MicrosoftCaller {
  readonly address: string;
  readonly scopes: readonly string[];
}

const HEAD = Buffer.from(JSON.stringify({ typ: "JWT", alg: "HS256" })).toString("base64url");

export function issueAccess(context: SandboxContext, consent: Consent, expiresAtS: number): string {
  const claims: Claims = { upn: consent.address, consent: `${consent.id}:${consent.round}`, exp: expiresAtS };
  const part = Buffer.from(JSON.stringify(claims)).toString("base64url");
  return `${HEAD}.${part}.${signature(context, part).toString("base64url")}`;
}

/** A token covers everything its person has consented to. Null if malformed, expired or ended. */
export function verifyAccess(context: SandboxContext, token: string): MicrosoftCaller | null {
  const [, part = "", signed = ""] = token.split(".");
  const given = Buffer.from(signed, "base64url");
  const wanted = signature(context, part);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const claims = JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Claims;
  const { consents } = microsoftConsents(context).value;
  const consent = consents.find(({ id, round }) => `${id}:${round}` === claims.consent);
  if (consent === undefined || claims.exp * 1000 <= context.now()) return null;
  return { address: consent.address, scopes: consent.scopes };
}

function signature(context: SandboxContext, part: string): Buffer {
  return createHmac("sha256", microsoftConsents(context).value.tokenSecret).update(part).digest();
}

/** A person's consent; creates an empty one if missing. */
export function consentOf(consents: Consents, address: string): Consent {
  const known = consents.consents.find((one) => one.address === address);
  if (known !== undefined) return known;
  const made: Consent = {
    id: randomBytes(9).toString("base64url"),
    address,
    scopes: [],
    isOpenId: false,
    refreshes: [],
    round: 0,
  };
  consents.consents.push(made);
  return made;
}
