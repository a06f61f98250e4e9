/**
 * The one way our code talks HTTP to the outside: allowed hosts only, at most four calls of a tenant at a time, a time
 * limit, a size limit, no redirects. A read is repeated with back-off; a change leaves exactly once and not after its deadline, and a
 * failure says honestly whether it may have happened. Bodies, headers and query strings are never logged and
 * never put into an error.
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

/** What the wrapper is made of; tests pass their own time and chance. */
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
/**
 * Limits are mostly counted by the second (Quo: ten requests a second and key), so less is no pause at all.
 */
const LIMITED_WAIT_MS = 1_000;
/** A service that asks for a longer pause is answered to our caller instead of waited for. */
const LONGEST_WAIT_MS = 5_000;
const RETRYABLE = new Set([429, 500, 502, 503, 504]);
/**
 * Network errors by which nothing can have left: there was no connection to send on (Node's codes; workerd
 * gives none).
 */
const NEVER_LEFT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** Owners whose slots are remembered while unused. */
const OWNERS = 500;
const slotsByOwner = new Map<string, ConnectionSlots>();

/** An owner's slots in this isolate: calls that hang hold up no other owner's. The empty name is no one's in particular. */
export function slotsOf(owner: string): ConnectionSlots {
  const known = slotsByOwner.get(owner);
  if (known !== undefined) return known;
  for (const [other, slots] of slotsByOwner)
    if (slotsByOwner.size >= OWNERS && slots.used === 0) slotsByOwner.delete(other);
  const made = new ConnectionSlots(LIMITS.outsideConcurrency, () => Date.now());
  slotsByOwner.set(owner, made);
  return made;
}

/** Makes the wrapper. All wrappers of an isolate that name the same slots share them. */
export function createOutsideHttp(options: OutsideHttpOptions): OutsideHttp {
  const slots = options.slots ?? slotsOf("");
  const sleep = options.sleep ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
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

/** Throws where the address is none, or may not be called. */
function allowedUrl({ url: address, vendor }: OutsideRequest, allows: EgressRule): URL {
  const url = URL.parse(address);
  if (url !== null && allows(url)) return url;
  throw new IntegrationError(vendor, `${vendor}: this address may not be called`, { outcome: "not_applied" });
}

/** How long a service wants to be left alone: what it asks for, or a second where it only says that a limit is reached. */
function leastWaitMs({ headers, status }: OutsideResponse): number {
  return retryAfterMs(headers, Date.now()) ?? (status === 429 ? LIMITED_WAIT_MS : 0);
}

async function sendOnce(
  request: OutsideRequest,
  url: URL,
  timeoutMs: number,
  options: OutsideHttpOptions,
): Promise<OutsideResponse> {
  // Asked here, since the slot was waited for.
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

/** The charset an answer declares; null where it declares none. */
function charsetIn(headers: Headers): string | null {
  return /;\s*charset=\s*("?[\w.:-]{1,40})/i.exec(headers.get("content-type") ?? "")?.[1] ?? null;
}

/** Whether an answer leads elsewhere and whoever asked doesn't want to know; 304 (not modified) leads nowhere else. */
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
    if (done) return joined(chunks, size);
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw failure(request, `answered with more than ${maxBytes} bytes`, lost, { status: response.status });
    }
    chunks.push(value);
    if (request.isWhole?.(new TextDecoder().decode(joined(chunks, size)), response.headers) === true) {
      await reader.cancel();
      return joined(chunks, size);
    }
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
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
