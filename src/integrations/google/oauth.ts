/**
 * Access tokens of a service account with domain-wide delegation (developers.google.com/identity/protocols/oauth2/service-account, read
 * 2026-11-21): a signed assertion naming the impersonated person is exchanged for a one-hour token. Only people on the connection's
 * allow-list can be named. Tokens are kept in isolate memory only.
 */
import { importPKCS8, SignJWT } from "jose";
import * as z from "zod";
import type { Connection } from "../connections/index.ts";
import type { MailboxSettings } from "../connections/mailbox-settings.ts";
import type { Clock } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { retryAfterMs, type OutsideHttp } from "../../kernel/outside-http.ts";
import { SCOPES, type GoogleScope } from "./scopes.ts";
import { parseJson } from "../../kernel/parse-json.ts";

/** `aud` of the assertion, independent of the token endpoint's URL. */
const AUDIENCE = "https://oauth2.googleapis.com/token";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const ASSERTION_SECONDS = 3600;
/** Stop using a token this long before it expires. */
const MARGIN_MS = 5 * 60_000;
const MAX_TOKENS = 256;

/** A connection with the decrypted service account key. Holds a secret: never log or store it. */
export interface ServiceAccount extends Connection<MailboxSettings> {
  readonly clientEmail: string;
  /** PKCS #8, PEM. */
  readonly privateKey: string;
}

/**
 * Returns an access token for a mailbox; `fresh` bypasses the cache. Throws IntegrationError, always `not_applied`: the actual call has
 * not been sent.
 */
export type AccessToken = (mailbox: string, scope: GoogleScope, fresh?: boolean) => Promise<string>;

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

const kept = new Map<string, { readonly token: string; readonly untilMs: number }>();

export function accessTokens(
  http: OutsideHttp,
  clock: Clock,
  connection: ServiceAccount,
  baseUrl: string,
): AccessToken {
  return async (mailbox, scope, fresh = false) => {
    if (!connection.settings.mailboxes.some(({ address }) => address === mailbox)) {
      throw new IntegrationError("google", "google: this connection does not cover that mailbox", {
        outcome: "not_applied",
        status: 403,
      });
    }
    const key = [connection.tenantId, connection.id, connection.clientEmail, mailbox, scope].join(" ");
    const known = kept.get(key);
    if (!fresh && known !== undefined && known.untilMs > clock.now()) return known.token;
    const askedAtMs = clock.now();
    const { token, lifeMs } = await exchange(http, clock, connection, { baseUrl, mailbox, scope });
    keep(key, { token, untilMs: askedAtMs + Math.max(0, lifeMs - MARGIN_MS) });
    return token;
  };
}

function keep(key: string, entry: { readonly token: string; readonly untilMs: number }): void {
  kept.delete(key);
  kept.set(key, entry);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_TOKENS) return;
    kept.delete(oldest);
  }
}

async function exchange(
  http: OutsideHttp,
  clock: Clock,
  connection: ServiceAccount,
  asked: { readonly baseUrl: string; readonly mailbox: string; readonly scope: GoogleScope },
): Promise<{ token: string; lifeMs: number }> {
  const assertion = await assertionOf(connection, asked, clock.now());
  const response = await http({
    vendor: "google",
    method: "POST",
    url: `${asked.baseUrl.replace(/\/+$/, "")}/token`,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
    // Requesting a token changes nothing, so it may be retried.
    changes: false,
  });
  const parsed = tokenAnswer.safeParse(parseJson(response.text));
  if (response.status === 200 && parsed.success) {
    return { token: parsed.data.access_token, lifeMs: parsed.data.expires_in * 1000 };
  }
  const askedMs = retryAfterMs(response.headers, clock.now());
  throw new IntegrationError(
    "google",
    `google gave no token (${response.status}${reasonOf(response.text, asked.scope)})`,
    {
      outcome: "not_applied",
      status: response.status === 200 ? 502 : response.status,
      ...(askedMs === undefined ? {} : { retryAfterMs: askedMs }),
    },
  );
}

async function assertionOf(
  { clientEmail, privateKey }: ServiceAccount,
  { mailbox, scope }: { readonly mailbox: string; readonly scope: GoogleScope },
  nowMs: number,
): Promise<string> {
  const nowSeconds = Math.floor(nowMs / 1000);
  try {
    return await new SignJWT({ scope: SCOPES[scope] })
      .setProtectedHeader({ alg: "RS256", typ: "JWT" })
      .setIssuer(clientEmail)
      .setSubject(mailbox)
      .setAudience(AUDIENCE)
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + ASSERTION_SECONDS)
      .sign(await importPKCS8(privateKey, "RS256"));
  } catch (cause) {
    throw new IntegrationError("google", "google: the key of the service account can’t be used", {
      outcome: "not_applied",
      status: 401,
      cause,
    });
  }
}

/** Our wording for the error codes of RFC 6749 section 5.2 and Google's own; their descriptions are untrusted text. */
function reasonOf(body: string, scope: GoogleScope): string {
  const known = z.object({ error: z.string() }).safeParse(parseJson(body));
  switch (known.success ? known.data.error : "") {
    case "unauthorized_client":
      return `: domain-wide delegation is not granted to this service account for the scope ${SCOPES[scope]}. An admin of the Google Workspace adds it in the Admin console under Security, API controls, Domain-wide delegation`;
    case "invalid_grant":
      return ": the mailbox does not exist, or the service account's key or clock is not accepted";
    case "invalid_client":
      return ": the service account is not known";
    default:
      return "";
  }
}
