/**
 * The interface of sandbox services. A service is a factory: it takes the sandbox's context, keeps its state in a section of the store,
 * and handles requests below its prefix. The router applies faults around `handle`; services don't deal with them.
 */
import type * as z from "zod";
import type { Section } from "./state.ts";

/** A request with its full body; `path` excludes the service's prefix. */
export interface SandboxRequest {
  readonly method: string;
  /** Path below the prefix, with a leading slash, without the query. */
  readonly path: string;
  readonly url: URL;
  readonly headers: Headers;
  /** The raw body. */
  readonly body: Buffer;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
}

/** An external effect, as listed by `GET /control/outbox`. */
export interface OutboxItem {
  readonly service: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly at: string;
}

export interface SandboxContext {
  /** The sandbox's base URL without a trailing slash, e.g. `http://localhost:8788`. */
  readonly url: string;
  /** The product's base URL, for webhooks and sign-in redirects. No trailing slash. */
  readonly appUrl: string;
  /** `demo`: the seeded companies. `empty`: no contacts, texts or mail except those a test adds. */
  readonly world: "demo" | "empty";
  /** Milliseconds since the epoch, by the sandbox's clock. */
  now(): number;
  /** A service's persisted state section; `initial` creates it the first time and on `section.reset()`. */
  section<T extends object>(name: string, initial: () => T): Section<T>;
  /** Records an external effect for `GET /control/outbox`. `body` is stored as sent. */
  recordEffect(service: string, method: string, path: string, body: unknown): void;
  /** Marks the request as having had an effect that isn't in the outbox (for `afterEffect` faults). */
  markEffect(): void;
  /** All effects so far, in order. */
  outbox(service?: string): readonly OutboxItem[];
}

/** Inbound events triggered by the control API or the console; a service implements those it supports. */
export interface InboundEvents {
  /** Validates its input and throws `SandboxError` 400. Resolves after the product has responded to the webhooks. */
  sms?(input: unknown): Promise<unknown>;
  email?(input: unknown): Promise<unknown>;
  /** Whether an e-mail is for this service's mailboxes; by default the first service with `email` takes it. */
  takesEmail?(input: unknown): boolean;
}

/** A sandbox response that violated the vendor's specification: always a sandbox bug. */
export interface Violation {
  readonly service: string;
  readonly operation: string;
  readonly issues: readonly unknown[];
  readonly at: string;
}

/** A simulated vendor, or one of the sandbox's own pages. */
export interface SandboxService {
  /** Name in faults and the outbox: `anthropic`, `quo`, `push`, … */
  readonly name: string;
  /** Path prefix without a trailing slash; `""` is the console, matched last. */
  readonly prefix: string;
  handle(request: SandboxRequest): Promise<Response> | Response;
  /** Resets to the seeded world. */
  reset(): void;
  /** The vendor's error body for an injected status; by default a plain `{"error": …}`. */
  faultAnswer?(status: number): Response;
  readonly inbound?: InboundEvents;
  /** All violations so far. `GET /control/violations` lists those of all services; a test suite with any fails. */
  violations?(): readonly Violation[];
  /** The service's own control API, below `/control/<name>`. */
  control?(request: SandboxRequest): Promise<Response> | Response;
}

export type CreateService = (context: SandboxContext) => SandboxService;

/** Responds with a status and a plain JSON error. Services with a vendor's error format respond themselves. */
export class SandboxError extends Error {
  readonly status: number;
  readonly details: unknown;

  constructor(status: number, message: string, details?: unknown) {
    super(message);
    this.name = "SandboxError";
    this.status = status;
    this.details = details;
  }
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });
}

/** An HTML page that can't load or run external resources. */
export function html(body: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(body, {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}

/** Throws SandboxError 400 for invalid JSON. */
export function readJson(request: Pick<SandboxRequest, "body">): unknown {
  try {
    return JSON.parse(request.body.toString("utf8"));
  } catch {
    throw new SandboxError(400, "The body must be JSON.");
  }
}

/** Throws SandboxError 400 listing each problem and its path. */
export function parseBody<T>(schema: z.ZodType<T>, request: SandboxRequest): T {
  const parsed = schema.safeParse(readJson(request));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`);
  throw new SandboxError(400, issues.join("; "), parsed.error.issues);
}
