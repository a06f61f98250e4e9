/** The only HTTP to Gmail and Google Calendar (discovery documents of May 2026). Every call names the person it is made for. */
import type { Clock } from "../../kernel/clock.ts";
import { IntegrationError, type EffectOutcome } from "../../kernel/errors.ts";
import { retryAfterMs, type OutsideHttp, type OutsideResponse } from "../../kernel/outside-http.ts";
import * as z from "zod";
import type { AccessToken, GoogleScope } from "./oauth.ts";

/** A call for one person. `path` follows the API's root. Query values that are lists are repeated. */
export interface GoogleCall {
  readonly mailbox: string;
  readonly scope: GoogleScope;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly body?: unknown;
}

/**
 * Makes one call and hands back the JSON. Throws IntegrationError: 4xx is `not_applied`; 408, 5xx, an unreadable answer or none is `unknown`
 * for a change. 429, and 403 for a spent quota, carry status 429.
 */
export type GoogleClient = (call: GoogleCall) => Promise<unknown>;

/** Where the paths of an API begin. */
export const GMAIL_ROOT = "/gmail/v1/users/me";
export const CALENDAR_ROOT = "/calendar/v3/calendars";

/** Makes the client of one connection for one API. */
export function googleClient(
  http: OutsideHttp,
  clock: Clock,
  { baseUrl, root, token }: { readonly baseUrl: string; readonly root: string; readonly token: AccessToken },
): GoogleClient {
  return async (call) => {
    const changes = call.method !== "GET";
    const send = async (freshToken: boolean): Promise<OutsideResponse> =>
      http({
        vendor: "google",
        method: call.method,
        url: `${baseUrl.replace(/\/+$/, "")}${root}${call.path}${queryString(call.query)}`,
        headers: {
          authorization: `Bearer ${await token(call.mailbox, call.scope, freshToken)}`,
          accept: "application/json",
          ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        changes,
      });
    const first = await send(false);
    // A refused token did nothing: it was revoked, or its key replaced, before its time.
    const response = first.status === 401 ? await send(true) : first;
    if (response.status < 200 || response.status >= 300) throw refused(response, changes, clock.now());
    try {
      return JSON.parse(response.text) as unknown;
    } catch (cause) {
      throw new IntegrationError("google", "google answered with something that is not JSON", {
        outcome: changes ? "unknown" : "not_applied",
        status: response.status,
        cause,
      });
    }
  };
}

function queryString(query: GoogleCall["query"] = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of typeof value === "object" ? value : [String(value)]) params.append(name, one);
  }
  return params.size === 0 ? "" : `?${params.toString()}`;
}

const LIMIT_REASONS = new Set(["rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded"]);

const errorBody = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })).optional() }),
});

function refused(response: OutsideResponse, changes: boolean, nowMs: number): IntegrationError {
  const status = response.status === 403 && isOverQuota(response.text) ? 429 : response.status;
  const certain = status < 500 && status !== 408;
  const outcome: EffectOutcome = !changes || certain ? "not_applied" : "unknown";
  const askedMs = retryAfterMs(response.headers, nowMs);
  return new IntegrationError("google", `google answered ${status}${REASONS[status] ?? ""}`, {
    outcome,
    status,
    ...(askedMs === undefined ? {} : { retryAfterMs: askedMs }),
  });
}

/** Gmail says "too many requests" as 403 too (developers.google.com/gmail/api/guides/handle-errors, read 2026-11-21). */
function isOverQuota(text: string): boolean {
  try {
    const parsed = errorBody.safeParse(JSON.parse(text));
    return parsed.success && (parsed.data.error.errors ?? []).some(({ reason }) => LIMIT_REASONS.has(reason));
  } catch {
    return false;
  }
}

/** What the statuses mean at Gmail, in our words: its own messages are text from outside. */
const REASONS: Readonly<Record<number, string>> = {
  400: " (the request was not valid)",
  401: " (the token was not accepted)",
  403: " (the service account may not do this for this person)",
  404: " (not found)",
  429: " (too many requests)",
};
