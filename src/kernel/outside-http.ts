/** The one interface through which anything of ours talks HTTP to the outside. Implemented once, in `src/platform`. */

import { IntegrationError } from "./errors.ts";

/** A request to an outside service. `vendor` names the service in errors and logs. */
export interface OutsideRequest {
  readonly vendor: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly timeoutMs?: number;
  /** The body is handed over as bytes, not as text. */
  readonly asBytes?: boolean;
  /** Most bytes of an answer, where it may be more or must be less than of others. */
  readonly maxBytes?: number;
  /** Whether what has come of the body is all that is waited for: a stream of events may never end. */
  readonly isWhole?: (text: string, headers: Headers) => boolean;
  /** A redirect is an answer, and not a failure. It is followed by nobody. */
  readonly showRedirect?: boolean;
  /** Goes before calls that wait for their turn: for what people in trouble wait for. */
  readonly urgent?: boolean;
  /**
   * Whether the call changes something. A change is sent exactly once by the wrapper; a read is repeated with back-off on 429
   * and 5xx.
   */
  readonly changes: boolean;
  /** When whoever asks is given up for dead: a change that can't be over by then is not sent. */
  readonly deadlineMs?: number;
}

/** The whole answer, its body read within the size limit. */
export interface OutsideResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Empty where bytes were asked for. */
  readonly text: string;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/**
 * Sends one request. Any HTTP status comes back as an answer; no answer (time-out, connection lost, too large) throws
 * IntegrationError with outcome `unknown` for changes and `not_applied` for reads.
 */
export type OutsideHttp = (request: OutsideRequest) => Promise<OutsideResponse>;

/** The same for whoever may change nothing after a time. */
export function httpUntil(http: OutsideHttp, deadlineMs: number): OutsideHttp {
  return (request) => http({ ...request, deadlineMs });
}

/** The same for whoever may only read: a request that would change something is refused before it leaves. */
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
 * The pause an answer asks for in ms: by `retry-after` (RFC 9110 section 10.2.3), or where a quota is spent by `x-ratelimit-reset`, the Unix second it
 * begins anew (ClickUp and GitHub, "Rate limits", read 2026-11-23). Undefined where neither says anything sensible.
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
