/**
 * The only registry of error codes, and the only error class. No other code defines a status or code: a code
 * without a status does not compile. Anything other than an AppError becomes `internal` with a request ID,
 * and its cause is only logged.
 */

/** HTTP status of every error code visible to clients. */
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

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * An expected failure with a code a client can act on. `details` is shown to the client; `cause` is only
 * logged.
 */
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

  get status(): (typeof ERROR_STATUS)[ErrorCode] {
    return ERROR_STATUS[this.code];
  }
}

/** Refuses a delivery for lack of capacity: nothing was stored, and the sender retries. */
export function tooMuch(retryAfterSeconds: number): AppError {
  return new AppError("unavailable", "Steward is busy and didn’t accept this. Send it again later.", {
    details: { retryAfterSeconds },
  });
}

/** The AppError in a thrown value or its causes, because database errors wrap what caused them. */
export function appErrorIn(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  return error instanceof Error && error.cause instanceof AppError ? error.cause : null;
}

/** For `catch`: null for what doesn't exist. */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}

/**
 * What a failed call to an outside service says about its effect: `not_applied` (safe to repeat) or `unknown`
 * (may have happened; never repeat without an idempotency key or a lookup).
 */
export type EffectOutcome = "not_applied" | "unknown";

/** A failed call to an outside service. `status` is the HTTP status, undefined if there was no response. */
export class IntegrationError extends Error {
  override readonly name = "IntegrationError";
  readonly vendor: string;
  readonly outcome: EffectOutcome;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** No connection, or no response in time: it may work later. */
  readonly unreached: boolean;
  /** For the service's support: the request ID and their error code. */
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

  /** Whether the service refused because of a rate limit. */
  get isLimit(): boolean {
    return this.status === 429 || (this.status === 503 && this.retryAfterMs !== undefined);
  }
}
