/**
 * The one registry of error codes and the one error shape. Nothing else in the product invents a status or a code:
 * a code without a status does not compile. What is not an AppError leaves as `internal` with a request id, its cause
 * going to the log alone.
 */

/** HTTP status of every error code a client can see. */
export const ERROR_STATUS = {
  invalid_request: 400,
  invalid_json: 400,
  invalid_path: 400,
  unauthenticated: 401,
  invalid_signature: 401,
  forbidden: 403,
  stranger: 403,
  private: 403,
  bad_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  changed: 409,
  exists: 409,
  already_decided: 409,
  effect_changed: 409,
  not_held: 409,
  not_running: 409,
  agent_disabled: 409,
  token_spent: 409,
  too_large: 413,
  invalid_arguments: 422,
  rate_limited: 429,
  budget_spent: 429,
  internal: 500,
  content_missing: 500,
  not_configured: 501,
  upstream_failed: 502,
  unavailable: 503,
} as const satisfies Record<string, number>;

/** A code of the registry. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** An expected failure with a code a client can act on. `details` is shown to the client; `cause` is only logged. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
  }

  /** The HTTP status that belongs to the code. */
  get status(): (typeof ERROR_STATUS)[ErrorCode] {
    return ERROR_STATUS[this.code];
  }
}

/** The answer to a delivery there is no room for: nothing was stored, and its sender repeats it. */
export function tooMuch(retryAfterSeconds: number): AppError {
  return new AppError("unavailable", "Steward is busy and kept nothing of this. Send it again later.", {
    details: { retryAfterSeconds },
  });
}

/** The AppError that something thrown is or was caused by: a statement's error wraps what the way to its database threw. */
export function appErrorIn(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  return error instanceof Error && error.cause instanceof AppError ? error.cause : null;
}

/**
 * What a failed call to an outside service tells about the effect: `not_applied` (safe to repeat) or `unknown` (the
 * effect may have happened; never repeat without an idempotency key or a look-up).
 */
export type EffectOutcome = "not_applied" | "unknown";

/** A failed call to an outside service. `status` is the HTTP status, undefined when no answer came. */
export class IntegrationError extends Error {
  override readonly name = "IntegrationError";
  readonly vendor: string;
  readonly outcome: EffectOutcome;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** There was no connection, or no answer in time: it may be there again later. */
  readonly unreached: boolean;
  /** What leads the service's own people to the call: the id of its request and their word for what was wrong. */
  readonly trail: { readonly requestId: string | null; readonly problem: string | null } | undefined;

  constructor(
    vendor: string,
    message: string,
    options: {
      outcome?: EffectOutcome;
      status?: number;
      retryAfterMs?: number;
      unreached?: boolean;
      trail?: { readonly requestId: string | null; readonly problem: string | null };
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.vendor = vendor;
    this.outcome = options.outcome ?? "unknown";
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
    this.unreached = options.unreached ?? false;
    this.trail = options.trail;
  }
}
