/** The only way the pages ask the server: typed by an endpoint row of the wire contract, the answer parsed by the same row. */
import { errorBodySchema } from "../../../src/platform/api/common.ts";
import { type Endpoint } from "../../../src/platform/api/endpoint.ts";
import type * as z from "zod";
import { ApiError } from "./api-error.ts";

type Given<Schema> = Schema extends z.ZodUndefined
  ? undefined
  : Schema extends z.ZodType
    ? z.input<Schema>
    : undefined;

type Input<Query, Body> = {
  readonly params?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Sent even if the page is just being left. */
  readonly keepalive?: boolean;
} & (Given<Query> extends undefined ? { readonly query?: undefined } : { readonly query?: Given<Query> }) &
  (Given<Body> extends undefined ? { readonly body?: undefined } : { readonly body: Given<Body> });

/** The longest message that a notice shows. */
const MAX_MESSAGE_CHARS = 1000;

const sessionOverListeners = new Set<() => void>();

/** Tells when any answer says that the session is over. Returns the function that stops telling. */
export function onSessionOver(listener: () => void): () => void {
  sessionOverListeners.add(listener);
  return () => sessionOverListeners.delete(listener);
}

let isLeaving = false;

/** Sign-out ends the session deliberately, so its handlers must not fire. */
export function leaveSession(leaving: boolean): void {
  isLeaving = leaving;
}

/** Says that the session is over: by an answer here, by a close code on a socket. */
export function announceSessionOver(): void {
  if (isLeaving) return;
  for (const listener of sessionOverListeners) listener();
}

function addressOf(path: string, params: Readonly<Record<string, string>>, query: unknown): string {
  const filled = path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (["string", "number", "boolean"].includes(typeof value) && value !== "")
      search.set(key, `${value as string | number | boolean}`);
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** A refusal read from an answer. */
export async function failureOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const parsed = errorBodySchema.safeParse(body);
  if (parsed.success) {
    const { error } = parsed.data;
    return new ApiError({
      status: response.status,
      ...error,
      message: error.message.slice(0, MAX_MESSAGE_CHARS),
    });
  }
  return new ApiError({
    status: response.status,
    code: "unreadable",
    message: `The server sent a response this page can’t read (${response.status}).`,
    requestId: response.headers.get("x-request-id"),
  });
}

/** Calls an endpoint. Throws ApiError; an AbortError is rethrown. */
export async function call<Query extends z.ZodType, Body extends z.ZodType, Output extends z.ZodType>(
  endpoint: Endpoint<Query, Body, Output>,
  input: Input<Query, Body>,
): Promise<z.output<Output>> {
  const init: RequestInit = { method: endpoint.method, credentials: "same-origin" };
  if (input.signal) init.signal = input.signal;
  if (input.keepalive) init.keepalive = true;
  if (input.body !== undefined) {
    init.body = JSON.stringify(input.body);
    init.headers = { "content-type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(addressOf(endpoint.path, input.params ?? {}, input.query), init);
  } catch (cause) {
    if (input.signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: "offline", message: "Couldn’t reach the server.", cause });
  }
  if (!response.ok) {
    const failure = await failureOf(response);
    if (failure.code === "unauthenticated" && endpoint.access !== "public") announceSessionOver();
    throw failure;
  }
  const parsed = endpoint.output.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  throw new ApiError({
    status: response.status,
    code: "unreadable",
    message: "The server sent something this version of the page can’t read. Reloading may help.",
    requestId: response.headers.get("x-request-id"),
    details: {
      issues: parsed.error.issues.slice(0, 3).map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    },
  });
}
