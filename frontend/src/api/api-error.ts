/** A refusal or a failure, in one shape. `offline` and `unreadable` are created here; every other code is the server's. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(failure: {
    status: number;
    code: string;
    message: string;
    requestId?: string | null;
    details?: Readonly<Record<string, unknown>> | undefined;
    cause?: unknown;
  }) {
    super(failure.message, { cause: failure.cause });
    this.status = failure.status;
    this.code = failure.code;
    this.requestId = failure.requestId ?? null;
    this.details = failure.details ?? {};
  }
}
