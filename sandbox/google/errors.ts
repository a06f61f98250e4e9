/** Google's error envelope (google.rpc.Status over HTTP/JSON, with the older `errors` list that Gmail still sends). */
import { json } from "../service.ts";
import { Refused } from "../vendor/define-vendor.ts";

/** An expected error of a Google API. */
export class GoogleError extends Refused {
  override readonly reason: string;

  constructor(status: number, message: string, reason?: string) {
    super(status, message);
    this.reason = reason ?? KINDS[status]?.reason ?? "backendError";
  }
}

const KINDS: Readonly<
  Record<number, { readonly rpc: string; readonly reason: string; readonly text: string }>
> = {
  400: { rpc: "INVALID_ARGUMENT", reason: "invalidArgument", text: "Request contains an invalid argument." },
  401: {
    rpc: "UNAUTHENTICATED",
    reason: "authError",
    text: "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.",
  },
  403: { rpc: "PERMISSION_DENIED", reason: "userRateLimitExceeded", text: "User Rate Limit Exceeded" },
  404: { rpc: "NOT_FOUND", reason: "notFound", text: "Requested entity was not found." },
  409: { rpc: "ABORTED", reason: "aborted", text: "The operation was aborted." },
  410: { rpc: "NOT_FOUND", reason: "deleted", text: "Resource has been deleted" },
  412: { rpc: "FAILED_PRECONDITION", reason: "conditionNotMet", text: "Precondition Failed" },
  429: {
    rpc: "RESOURCE_EXHAUSTED",
    reason: "rateLimitExceeded",
    text: "Too many concurrent requests for user",
  },
  500: { rpc: "INTERNAL", reason: "backendError", text: "Internal error encountered." },
  503: { rpc: "UNAVAILABLE", reason: "backendError", text: "The service is currently unavailable." },
};

/** The reason for a token with insufficient scopes. */
export const SCOPE_REASON = "insufficientPermissions";

/** The machine-readable equivalent, `google.rpc.ErrorInfo`. */
const SCOPE_DETAIL = {
  "@type": "type.googleapis.com/google.rpc.ErrorInfo",
  reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
  domain: "googleapis.com",
} as const;
const SCOPE_CHALLENGE = 'Bearer realm="https://accounts.google.com/", error="insufficient_scope"';

/** Google's default message for a status. */
export function defaultText(status: number): string {
  return KINDS[status]?.text ?? "The request failed.";
}

/** The envelope for a status; `message` defaults to Google's. */
export function errorAnswer(status: number, message?: string, reason?: string): Response {
  const kind = KINDS[status];
  const words = message ?? defaultText(status);
  const why = reason ?? kind?.reason ?? "backendError";
  const domain = /rateLimit/i.test(why) ? "usageLimits" : "global";
  const place = status === 401 ? { location: "Authorization", locationType: "header" } : {};
  const status_ = why === "failedPrecondition" ? "FAILED_PRECONDITION" : (kind?.rpc ?? "UNKNOWN");
  const older = { message: words, domain, reason: why, ...place };
  const error = { code: status, message: words, errors: [older], status: status_ };
  return why === SCOPE_REASON ? scopeAnswer(error) : json({ error }, status);
}

/**
 * Gmail's version: a different reason in the older list, and a challenge header (github.com/googleworkspace/cli/issues/282, read
 * 2026-11-23).
 */
function scopeAnswer(error: { readonly code: number; readonly errors: readonly object[] }): Response {
  const errors = error.errors.map((older) => ({ ...older, message: "Insufficient Permission" }));
  return json({ error: { ...error, errors, details: [SCOPE_DETAIL] } }, error.code, {
    "www-authenticate": SCOPE_CHALLENGE,
  });
}
