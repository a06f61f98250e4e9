/** The only interface for outgoing HTTP. Implemented once, in `src/platform`. */

import { IntegrationError } from "./errors.ts";

/** A request to an outside service. `vendor` names the service in errors and logs. */
export interface OutsideRequest {
  readonly vendor: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly timeoutMs?: number;
  /** Returns the body as bytes instead of text. */
  readonly asBytes?: boolean;
  /** Maximum response bytes, if different from the default. */
  readonly maxBytes?: number;
  /** Whether the part of the body received so far is enough: an event stream may never end. */
  readonly isWhole?: (text: string, headers: Headers) => boolean;
  /** Returns a redirect as the response instead of an error. Redirects are never followed. */
  readonly showRedirect?: boolean;
  /** Takes precedence over queued calls: for what people in an emergency wait for. */
  readonly urgent?: boolean;
  /**
   * Whether the call changes something. A change is sent exactly once; a read is retried with back-off on 429
   * and 5xx.
   */
  readonly changes: boolean;
  /** When the caller counts as crashed: a change that can't finish before it is not sent. */
  readonly deadlineMs?: number;
}

/** The complete response, with its body within the size limit. */
export interface OutsideResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Empty if bytes were requested. */
  readonly text: string;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/**
 * Sends one request. Any HTTP status is returned; no response (timeout, connection lost, too large) throws
 * IntegrationError with outcome `unknown` for changes and `not_applied` for reads.
 */
export type OutsideHttp = (request: OutsideRequest) => Promise<OutsideResponse>;

/** For callers that may not change anything after a deadline. */
export function httpUntil(http: OutsideHttp, deadlineMs: number): OutsideHttp {
  return (request) => http({ ...request, deadlineMs });
}

/** For callers that may only read: a request that would change something is refused before it is sent. */
export function readOnlyHttp(http: OutsideHttp): OutsideHttp {
  return async (request) => {
    if (request.changes) {
      throw new IntegrationError(request.vendor, `${request.vendor}: only reading is allowed here`, {
        outcome: "not_applied",
      });
    }
    return http(request);
  };
}

/**
 * The requested delay in ms: from `retry-after` (RFC 9110 section 10.2.3) or, for an exhausted quota, from
 * `x-ratelimit-reset`, the Unix second of its reset (ClickUp and GitHub, "Rate limits", read 2026-11-23).
 * Undefined if neither is usable.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return untilReset(headers, nowMs);
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

function untilReset(headers: Headers, nowMs: number): number | undefined {
  const reset = headers.get("x-ratelimit-reset") ?? "";
  if (headers.get("x-ratelimit-remaining") !== "0" || !/^\d{1,12}$/.test(reset)) return undefined;
  return Math.max(0, Number(reset) * 1000 - nowMs);
}
