/** Microsoft Graph's error body (microsoft-graph-docs-contrib: concepts/errors.md, throttling.md, read 2026-11-30). */
import { randomUUID } from "node:crypto";
import { json } from "../service.ts";

/** An expected error of Microsoft Graph. */
export class GraphError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

const RETRY_AFTER_S = 10;

/** Codes and texts where only a status is known. */
const KINDS: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ["BadRequest", "The request is malformed or incorrect."],
  401: ["InvalidAuthenticationToken", "Access token validation failure."],
  403: ["ErrorAccessDenied", "Access is denied. Check credentials and try again."],
  404: ["ErrorItemNotFound", "The specified object was not found in the store."],
  409: ["Conflict", "The current state conflicts with what the request expects."],
  410: ["SyncStateNotFound", "The sync state generation is not found."],
  413: ["RequestEntityTooLarge", "The request size exceeds the maximum limit."],
  429: ["TooManyRequests", "Please retry again later."],
  500: ["ErrorInternalServerError", "An internal server error occurred. The operation failed."],
  503: ["ErrorServerBusy", "The server cannot service this request right now. Try again later."],
  504: ["UnknownError", "The server, while acting as a proxy, did not receive a timely response."],
};

export function errorOf(status: number): GraphError {
  const [code, message] = KINDS[status] ?? ["generalException", "An unspecified error has occurred."];
  const retry: Record<string, string> =
    status === 429 || status === 503 ? { "retry-after": String(RETRY_AFTER_S) } : {};
  return new GraphError(status, code, message, retry);
}

export function errorAnswer({ status, code, message, headers }: GraphError, nowMs: number): Response {
  const id = randomUUID();
  const innerError = {
    date: new Date(nowMs).toISOString().slice(0, 19),
    "request-id": id,
    "client-request-id": id,
  };
  return json({ error: { code, message, innerError } }, status, { "request-id": id, ...headers });
}

export const notFound = (): GraphError => errorOf(404);
export const malformedId = (): GraphError =>
  new GraphError(400, "ErrorInvalidIdMalformed", "Id is malformed.");
