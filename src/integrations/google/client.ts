/** The only HTTP to Gmail and Google Calendar (discovery documents of May 2026). Every call names the person it is made for. */
import * as z from "zod";
import type { Clock } from "../../kernel/clock.ts";
import type { OutsideHttp, OutsideResponse } from "../../kernel/outside-http.ts";
import { jsonClient, type JsonCall, type JsonClient } from "../json-client.ts";
import type { AccessToken, GoogleScope } from "./oauth.ts";

/** A call for one person, under one scope. `path` follows the API's root. */
export interface GoogleCall extends JsonCall {
  readonly mailbox: string;
  readonly scope: GoogleScope;
  /** The version it is about: of any other the answer is 412, and nothing is changed. */
  readonly ifMatch?: string;
}

/** Failures are those of `JsonClient`; a spent quota, which Google says as 403 too, carries status 429. */
export type GoogleClient = JsonClient<GoogleCall>;

/** Where the paths of an API begin. */
export const GMAIL_ROOT = "/gmail/v1/users/me";
export const CALENDAR_ROOT = "/calendar/v3/calendars";

/** Makes the client of one connection for one API. */
export function googleClient(
  http: OutsideHttp,
  clock: Clock,
  { baseUrl, root, token }: { readonly baseUrl: string; readonly root: string; readonly token: AccessToken },
): GoogleClient {
  return jsonClient<GoogleCall>({
    vendor: "google",
    baseUrl: `${baseUrl.replace(/\/+$/, "")}${root}`,
    http,
    clock,
    headers: async ({ mailbox, scope, ifMatch }, retried) => ({
      authorization: `Bearer ${await token(mailbox, scope, retried)}`,
      ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
    }),
    reauthorizes: true,
    statusOf: (response) => (isOverQuota(response) ? 429 : response.status),
    reasons: {
      400: "the request was not valid",
      401: "the token was not accepted",
      403: "the service account may not do this for this person",
      404: "not found",
      412: "it was changed meanwhile",
      429: "too many requests",
    },
  });
}

const LIMIT_REASONS = new Set(["rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded"]);

const errorBody = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })).optional() }),
});

/** Gmail says "too many requests" as 403 too (developers.google.com/gmail/api/guides/handle-errors, read 2026-11-21). */
function isOverQuota({ status, text }: OutsideResponse): boolean {
  if (status !== 403) return false;
  try {
    const parsed = errorBody.safeParse(JSON.parse(text));
    return parsed.success && (parsed.data.error.errors ?? []).some(({ reason }) => LIMIT_REASONS.has(reason));
  } catch {
    return false;
  }
}
