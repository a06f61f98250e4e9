/**
 * What every service of the outside world is made of. A service is one factory: it takes the sandbox's context, keeps its state in a
 * section of the store, and answers requests below its prefix. Faults are applied around `handle` by the router, never inside it.
 */
import type * as z from "zod";
import type { Section } from "./state.ts";

/** One request as a service sees it: the body is whole, and `path` is what follows the service's prefix. */
export interface SandboxRequest {
  readonly method: string;
  /** Path below the prefix, with its leading slash and without the query. */
  readonly path: string;
  readonly url: URL;
  readonly headers: Headers;
  /** The body, byte for byte. */
  readonly body: Buffer;
  /** Ends when the caller goes away. */
  readonly signal: AbortSignal;
}

/** One outside effect, as `GET /control/outbox` lists it. */
export interface OutboxItem {
  readonly service: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly at: string;
}

/** What the sandbox gives to its services. */
export interface SandboxContext {
  /** Address of this sandbox without a trailing slash, e.g. `http://localhost:8788`. */
  readonly url: string;
  /** Address of the product, where webhooks go and sign-in returns to. No trailing slash. */
  readonly appUrl: string;
  /** `demo`: the seeded companies. `empty`: no contacts, texts or mail beyond what a test puts in. */
  readonly world: "demo" | "empty";
  /** Milliseconds since the epoch, by the sandbox's clock. */
  now(): number;
  /** A service's part of the state on disk; `initial` makes it the first time and at `section.reset()`. */
  section<T extends object>(name: string, initial: () => T): Section<T>;
  /** Notes one effect on the outside world, in order, for `GET /control/outbox`. `body` is kept as sent. */
  recordEffect(service: string, method: string, path: string, body: unknown): void;
  /** Tells the router that this request had its effect although nothing goes to the outbox (`afterEffect` faults wait for it). */
  markEffect(): void;
  /** Every effect so far, in order. */
  outbox(service?: string): readonly OutboxItem[];
}

/** Events of the world that come from the control API or the console; a service offers those it can play. */
export interface InboundEvents {
  /** Validates its input itself and throws `SandboxError` 400. Resolves when the product has answered the webhook(s). */
  sms?(input: unknown): Promise<unknown>;
  email?(input: unknown): Promise<unknown>;
}

/** An answer of the sandbox itself that broke the vendor's specification: a fault of the sandbox, never of the product. */
export interface Violation {
  readonly service: string;
  readonly operation: string;
  readonly issues: readonly unknown[];
  readonly at: string;
}

/** One vendor, or one of the sandbox's own pages. */
export interface SandboxService {
  /** As used by faults and the outbox: `anthropic`, `quo`, `push`, … */
  readonly name: string;
  /** Path prefix without a trailing slash; `""` is the console, asked last. */
  readonly prefix: string;
  handle(request: SandboxRequest): Promise<Response> | Response;
  /** Back to the seeded world. */
  reset(): void;
  /** The vendor's own error body for a status that a fault asks for; without it a plain `{"error": …}`. */
  faultAnswer?(status: number): Response;
  readonly inbound?: InboundEvents;
  /** Every violation so far; `GET /control/violations` lists those of all services, and a suite that ends with one has failed. */
  violations?(): readonly Violation[];
  /** The service's own part of the control API: requests below `/control/<name>`. */
  control?(request: SandboxRequest): Promise<Response> | Response;
}

/** How a service is registered in `services.ts`. */
export type CreateService = (context: SandboxContext) => SandboxService;

/** Ends a request with a status and a plain JSON error; services with a vendor's error shape answer themselves instead. */
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

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });
}

/** An HTML page that may load and run nothing from elsewhere. */
export function html(body: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(body, {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}

/** The request's body as JSON. Throws SandboxError 400 when it is none. */
export function readJson(request: Pick<SandboxRequest, "body">): unknown {
  try {
    return JSON.parse(request.body.toString("utf8"));
  } catch {
    throw new SandboxError(400, "The body must be JSON.");
  }
}

/** Reads a body by a schema. Throws SandboxError 400 naming each fault and where it is. */
export function parseBody<T>(schema: z.ZodType<T>, request: SandboxRequest): T {
  const parsed = schema.safeParse(readJson(request));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`);
  throw new SandboxError(400, issues.join("; "), parsed.error.issues);
}
