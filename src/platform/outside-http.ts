/**
 * The only HTTP client for the outside: allowed hosts only, at most four concurrent calls per tenant, time
 * and size limits, no redirects. Reads are retried with backoff. A change is sent once and not after its
 * deadline, and an error says whether it may have been applied. Bodies, headers and query strings are never
 * logged or included in errors.
 */
import { decodeText } from "../kernel/decode-text.ts";
import { IntegrationError, type EffectOutcome } from "../kernel/errors.ts";
import { LIMITS } from "../kernel/limits.ts";
import {
  retryAfterMs,
  type OutsideHttp,
  type OutsideRequest,
  type OutsideResponse,
} from "../kernel/outside-http.ts";
import { ConnectionSlots } from "./connection-slots.ts";
import type { EgressRule } from "./egress.ts";
import { pause } from "../kernel/time-limit.ts";
import { concatBytes } from "../kernel/bytes.ts";

/** Tests provide their own time and randomness. */
export interface OutsideHttpOptions {
  readonly allows: EgressRule;
  readonly fetch?: typeof fetch;
  readonly slots?: ConnectionSlots;
  readonly maxBytes?: number;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly random?: () => number;
}

const READ_TRIES = 4;
const BACKOFF_MS = 250;
/** Rate limits are mostly per second (Quo: ten requests per second and key), so a shorter wait has no effect. */
const LIMITED_WAIT_MS = 1_000;
/** If a service asks for a longer wait, the caller gets the error instead. */
const LONGEST_WAIT_MS = 5_000;
const RETRYABLE = new Set([429, 500, 502, 503, 504]);
/** Network errors before a connection was made, so that nothing was sent (Node's codes; workerd has none). */
const NEVER_LEFT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** Maximum owners whose unused slots are remembered. */
const OWNERS = 500;
const slotsByOwner = new Map<string, ConnectionSlots>();

/** The slots of an owner in this isolate, so that hanging calls only delay the same owner. The empty name is shared. */
export function slotsOf(owner: string): ConnectionSlots {
  const known = slotsByOwner.get(owner);
  if (known !== undefined) return known;
  for (const [other, slots] of slotsByOwner)
    if (slotsByOwner.size >= OWNERS && slots.used === 0) slotsByOwner.delete(other);
  const made = new ConnectionSlots(LIMITS.outsideConcurrency, () => Date.now());
  slotsByOwner.set(owner, made);
  return made;
}

/** Wrappers of an isolate with the same slots share them. */
export function createOutsideHttp(options: OutsideHttpOptions): OutsideHttp {
  const slots = options.slots ?? slotsOf("");
  const sleep = options.sleep ?? pause;
  const random = options.random ?? Math.random;

  return async (request) => {
    const url = allowedUrl(request, options.allows);
    const timeoutMs = request.timeoutMs ?? LIMITS.outsideTimeoutMs;
    for (let attempt = 1; ; attempt++) {
      const last = request.changes || attempt >= READ_TRIES;
      const pauseMs = BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + random());
      try {
        const send = () => sendOnce(request, url, timeoutMs, options);
        const response = await slots.run(timeoutMs + 1_000, send, request.urgent);
        if (last || !RETRYABLE.has(response.status)) return response;
        const leastMs = leastWaitMs(response);
        if (leastMs > LONGEST_WAIT_MS) return response;
        await sleep(Math.max(pauseMs, leastMs));
      } catch (error) {
        if (last || !(error instanceof IntegrationError) || error.status !== undefined) throw error;
        await sleep(pauseMs);
      }
    }
  };
}

/** Throws for an invalid or forbidden URL. */
function allowedUrl({ url: address, vendor }: OutsideRequest, allows: EgressRule): URL {
  const url = URL.parse(address);
  if (url !== null && allows(url)) return url;
  throw new IntegrationError(vendor, `${vendor}: this address may not be called`, { outcome: "not_applied" });
}

/** Minimum wait: the service's own, or a second if it only reports a limit. */
function leastWaitMs({ headers, status }: OutsideResponse): number {
  return retryAfterMs(headers, Date.now()) ?? (status === 429 ? LIMITED_WAIT_MS : 0);
}

async function sendOnce(
  request: OutsideRequest,
  url: URL,
  timeoutMs: number,
  options: OutsideHttpOptions,
): Promise<OutsideResponse> {
  // Checked after waiting for the slot.
  if (isTooLate(request, timeoutMs))
    throw failure(request, "was not asked: too little time was left", "not_applied", { unreached: true });
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  const send = options.fetch ?? fetch;
  const lost: EffectOutcome = request.changes ? "unknown" : "not_applied";
  try {
    const response = await send(url, {
      method: request.method,
      redirect: "manual",
      signal: controller.signal,
      ...(request.headers === undefined ? {} : { headers: { ...request.headers } }),
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    if (isRedirect(response, request)) {
      await response.body?.cancel();
      throw failure(request, "answered with a redirect, which is not followed", lost, {
        status: response.status,
      });
    }
    const bytes = await readBody(response, request, lost, mostBytes(request, options));
    return answerOf(response, request, bytes);
  } catch (error) {
    if (error instanceof IntegrationError) throw error;
    if (controller.signal.aborted)
      throw failure(request, `gave no answer within ${timeoutMs} ms`, lost, { unreached: true });
    const outcome = neverLeft(error) ? "not_applied" : lost;
    throw failure(request, "could not be reached", outcome, { cause: error, unreached: true });
  } finally {
    clearTimeout(timer);
  }
}

function isTooLate({ changes, deadlineMs = Infinity }: OutsideRequest, timeoutMs: number): boolean {
  return changes && Date.now() + timeoutMs > deadlineMs;
}

function answerOf(
  { status, headers }: Response,
  { asBytes = false }: OutsideRequest,
  bytes: Uint8Array<ArrayBuffer>,
): OutsideResponse {
  return asBytes
    ? { status, headers, text: "", bytes }
    : { status, headers, text: decodeText(bytes, charsetIn(headers)) };
}

/** The charset in the response headers; null if missing. */
function charsetIn(headers: Headers): string | null {
  return /;\s*charset=\s*("?[\w.:-]{1,40})/i.exec(headers.get("content-type") ?? "")?.[1] ?? null;
}

/** Whether a response is a redirect that the caller doesn't handle; 304 (not modified) is not one. */
function isRedirect({ status }: Response, { showRedirect = false }: OutsideRequest): boolean {
  return !showRedirect && status >= 300 && status < 400 && status !== 304;
}

function mostBytes({ maxBytes }: OutsideRequest, options: OutsideHttpOptions): number {
  return maxBytes ?? options.maxBytes ?? LIMITS.outsideResponseBytes;
}

async function readBody(
  response: Response,
  request: OutsideRequest,
  lost: EffectOutcome,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (response.body === null) return new Uint8Array();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concatBytes(chunks);
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw failure(request, `answered with more than ${maxBytes} bytes`, lost, { status: response.status });
    }
    chunks.push(value);
    if (request.isWhole?.(new TextDecoder().decode(concatBytes(chunks)), response.headers) === true) {
      await reader.cancel();
      return concatBytes(chunks);
    }
  }
}

function failure(
  request: OutsideRequest,
  what: string,
  outcome: EffectOutcome,
  more: { status?: number; cause?: unknown; unreached?: boolean } = {},
): IntegrationError {
  return new IntegrationError(request.vendor, `${request.vendor} ${what}`, { outcome, ...more });
}

function neverLeft(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  return typeof code === "string" && NEVER_LEFT.has(code);
}
