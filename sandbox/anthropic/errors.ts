/** Errors in Anthropic's format. */
import { json } from "../service.ts";
import { randomId } from "./ids.ts";

/** Error types by status (Anthropic API errors page, read 2026-11-21). */
const TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  409: "conflict_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  504: "timeout_error",
  529: "overloaded_error",
};

/** Thrown by every check and converted to a response. */
export class ApiError extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, message: string, type = errorType(status)) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.type = type;
  }
}

export function errorType(status: number): string {
  return TYPES[status] ?? (status < 500 ? "invalid_request_error" : "api_error");
}

/** The error body; also the data of an SSE `error` event. */
export function errorBody(type: string, message: string, requestId: string): Record<string, unknown> {
  return { type: "error", error: { type, message }, request_id: requestId };
}

export function errorAnswer(error: ApiError, requestId = randomId("req")): Response {
  return json(errorBody(error.type, error.message, requestId), error.status, { "request-id": requestId });
}
