/**
 * The only HTTP to Gmail, Google Calendar, Drive, Docs and Sheets (discovery documents of May 2026). Every call names the person it is
 * made for.
 */
import * as z from "zod";
import type { Clock } from "../../kernel/clock.ts";
import type { OutsideHttp, OutsideResponse } from "../../kernel/outside-http.ts";
import {
  fileClient,
  jsonClient,
  type FileClient,
  type JsonCall,
  type JsonClient,
  type JsonClientOptions,
} from "../json-client.ts";
import type { AccessToken } from "./oauth.ts";
import type { GoogleScope } from "./scopes.ts";

/** A call for one person with one scope. `path` is relative to the API root. */
export interface GoogleCall extends JsonCall {
  readonly mailbox: string;
  readonly scope: GoogleScope;
}

/** Fails like `JsonClient`; an exhausted quota, which Google may report as 403, becomes 429. */
export type GoogleClient = JsonClient<GoogleCall>;

/** API path prefixes. */
export const GMAIL_ROOT = "/gmail/v1/users/me";
/** Prefix for sending e-mails with attachments. */
export const GMAIL_UPLOAD_ROOT = "/upload/gmail/v1/users/me";
export const CALENDAR_ROOT = "/calendar/v3/calendars";
export const DRIVE_ROOT = "/drive/v3/files";
/** Prefix for uploading file content. */
export const DRIVE_UPLOAD_ROOT = "/upload/drive/v3/files";
export const DOCS_ROOT = "/v1/documents";
export const SHEETS_ROOT = "/v4/spreadsheets";

interface GoogleApi {
  readonly baseUrl: string;
  readonly root: string;
  readonly token: AccessToken;
  /** Meaning of a 403 without further details. */
  readonly forbidden: string;
  /** Meaning if access was never granted or was revoked. */
  readonly unscoped: string;
}

export function googleClient(http: OutsideHttp, clock: Clock, api: GoogleApi): GoogleClient {
  return jsonClient(optionsOf(http, clock, api));
}

export function googleFileClient(http: OutsideHttp, clock: Clock, api: GoogleApi): FileClient<GoogleCall> {
  return fileClient(optionsOf(http, clock, api));
}

function optionsOf(
  http: OutsideHttp,
  clock: Clock,
  { baseUrl, root, token, forbidden, unscoped }: GoogleApi,
): JsonClientOptions<GoogleCall> {
  return {
    vendor: "google",
    baseUrl: `${baseUrl.replace(/\/+$/, "")}${root}`,
    http,
    clock,
    headers: async ({ mailbox, scope }, retried) => ({
      authorization: `Bearer ${await token(mailbox, scope, retried)}`,
    }),
    reauthorizes: true,
    statusOf,
    reasonOf: ({ status, text }) =>
      status === 403 && reasonsIn(text).some((reason) => SCOPE_REASONS.has(reason)) ? unscoped : undefined,
    reasons: {
      400: "the request was not valid",
      401: "the token was not accepted",
      403: forbidden,
      404: "not found",
      412: "it has changed since",
      429: "too many requests",
      [API_OFF]: "this API is not enabled in the Google Cloud project that Steward is registered in",
    },
  };
}

/** Status used for a 403 that means the API is disabled: 424, "failed dependency" (RFC 4918). */
const API_OFF = 424;

/** Gmail, Calendar and Drive give reasons in `errors`, Docs and Sheets in `details` (cloud.google.com/apis/design/errors, "ErrorInfo"). */
const LIMIT_REASONS = new Set([
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "quotaExceeded",
  "dailyLimitExceeded",
  "RATE_LIMIT_EXCEEDED",
]);
const OFF_REASONS = new Set(["accessNotConfigured", "SERVICE_DISABLED"]);
const SCOPE_REASONS = new Set(["insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"]);

const reasonList = z.array(z.object({ reason: z.string().optional() })).default([]);
const errorBody = z.object({ error: z.object({ errors: reasonList, details: reasonList }) });

/** Google uses 403 also for rate limits (developers.google.com/gmail/api/guides/handle-errors, read 2026-11-21) and disabled APIs. */
function statusOf({ status, text }: OutsideResponse): number {
  const reasons = status === 403 ? reasonsIn(text) : [];
  if (reasons.some((reason) => LIMIT_REASONS.has(reason))) return 429;
  return reasons.some((reason) => OFF_REASONS.has(reason)) ? API_OFF : status;
}

function reasonsIn(text: string): string[] {
  try {
    const parsed = errorBody.safeParse(JSON.parse(text));
    if (!parsed.success) return [];
    const { errors, details } = parsed.data.error;
    return [...errors, ...details].flatMap(({ reason }) => reason ?? []);
  } catch {
    return [];
  }
}
