/**
 * The JSON client for all vendor HTTP. Addressing, authorization and parsing differ by vendor; what a failure proves does not. Timeouts,
 * size limits and read retries belong to the outside-HTTP wrapper (`src/platform/outside-http.ts`).
 */
import type * as z from "zod";
import type { Clock } from "../kernel/clock.ts";
import { IntegrationError, type EffectOutcome } from "../kernel/errors.ts";
import { retryAfterMs, type OutsideHttp, type OutsideResponse } from "../kernel/outside-http.ts";

/** `path` is relative to the client's base URL. Query lists are repeated; undefined values are omitted. */
export interface JsonCall {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly body?: unknown;
  /** A non-JSON body with its content type. */
  readonly raw?: { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };
  /** ETag to match: for any other version the vendor returns 412 and changes nothing. */
  readonly ifMatch?: string | null;
  /** Set for a POST that only reads. */
  readonly isRead?: true;
}

/** A read: changes nothing. */
type JsonRead = JsonCall & { readonly method: "GET" };

/**
 * Makes one call and returns the JSON (null for an empty response). Throws IntegrationError: a 4xx is `not_applied`, and so is a 503 with
 * Retry-After (RFC 9110 section 15.6.4); 408, other 5xx, and an unreadable or missing response are `unknown` for a write and
 * `not_applied` for a read. Vendor error texts are untrusted and never part of the message.
 */
export type JsonClient<Call extends JsonCall = JsonCall> = (call: Call) => Promise<unknown>;

export interface JsonClientOptions<Call extends JsonCall> {
  /** The service's name in errors and logs. */
  readonly vendor: string;
  readonly baseUrl: string;
  readonly http: OutsideHttp;
  readonly clock: Clock;
  /** Authorization and other vendor headers. `retried` is set if the first response was 401 and `reauthorizes`: get a fresh token. */
  readonly headers: (
    call: Call,
    retried: boolean,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  readonly reauthorizes?: boolean;
  /** Set if a gateway answers for the service: its 503 may follow what the service did, whatever Retry-After says. */
  readonly hasGateway?: true;
  /** What statuses mean at this vendor, appended to "<vendor> answered 403". */
  readonly reasons: Readonly<Record<number, string>>;
  /** The effective status, for vendors that signal rate limits differently. */
  readonly statusOf?: (response: OutsideResponse) => number;
  /** A reason from the response body; undefined if `reasons` suffices. */
  readonly reasonOf?: (response: OutsideResponse) => string | undefined;
}

export function jsonClient<Call extends JsonCall>(options: JsonClientOptions<Call>): JsonClient<Call> {
  return async (call) => {
    const response = await requireSuccess(options, call);
    if (response.text === "") return null;
    try {
      return JSON.parse(response.text) as unknown;
    } catch (cause) {
      throw new IntegrationError(options.vendor, `${options.vendor} returned invalid JSON`, {
        outcome: changes(call) ? "unknown" : "not_applied",
        status: response.status,
        cause,
      });
    }
  };
}

/** Downloads a file. Throws like `JsonClient`, and IntegrationError if it exceeds `maxBytes`. */
export type FileClient<Call extends JsonCall = JsonCall> = (
  call: Call,
  maxBytes: number,
) => Promise<Uint8Array<ArrayBuffer>>;

export function fileClient<Call extends JsonCall>(options: JsonClientOptions<Call>): FileClient<Call> {
  return async (call, maxBytes) => (await requireSuccess(options, call, maxBytes)).bytes ?? new Uint8Array();
}

/** The response to a successful call; as bytes if `maxBytes` is given. */
async function requireSuccess<Call extends JsonCall>(
  options: JsonClientOptions<Call>,
  call: Call,
  maxBytes?: number,
): Promise<OutsideResponse> {
  const first = await send(options, call, false, maxBytes);
  // Safe to repeat: a call with a rejected token (revoked, or its key replaced early) had no effect.
  const response =
    first.status === 401 && options.reauthorizes === true ? await send(options, call, true, maxBytes) : first;
  if (response.status < 200 || response.status >= 300) throw refused(options, textOf(response), call);
  return response;
}

/** Decodes a binary response as text. */
function textOf(response: OutsideResponse): OutsideResponse {
  return response.bytes === undefined
    ? response
    : { ...response, text: new TextDecoder().decode(response.bytes) };
}

function changes({ method, isRead }: JsonCall): boolean {
  return method !== "GET" && isRead !== true;
}

async function send<Call extends JsonCall>(
  { vendor, baseUrl, http, headers }: JsonClientOptions<Call>,
  call: Call,
  retried: boolean,
  maxBytes: number | undefined,
): Promise<OutsideResponse> {
  const base = baseUrl.replace(/\/+$/, "");
  const type = call.raw?.type ?? (call.body === undefined ? undefined : "application/json");
  const body = call.raw?.bytes ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  return http({
    vendor,
    method: call.method,
    url: `${base}${call.path}${queryString(call.query)}`,
    headers: {
      accept: maxBytes === undefined ? "application/json" : "*/*",
      ...(await headers(call, retried)),
      ...(type === undefined ? {} : { "content-type": type }),
      ...(typeof call.ifMatch === "string" ? { "if-match": call.ifMatch } : {}),
    },
    ...(body === undefined ? {} : { body }),
    ...(maxBytes === undefined ? {} : { asBytes: true, maxBytes }),
    changes: changes(call),
  });
}

function queryString(query: JsonCall["query"] = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of typeof value === "object" ? value : [String(value)]) params.append(name, one);
  }
  return params.size === 0 ? "" : `?${params.toString()}`;
}

function refused<Call extends JsonCall>(
  { vendor, clock, reasons, statusOf, reasonOf, hasGateway }: JsonClientOptions<Call>,
  response: OutsideResponse,
  call: Call,
): IntegrationError {
  const status = statusOf?.(response) ?? response.status;
  const askedMs = retryAfterMs(response.headers, clock.now());
  const isRefusal = status === 503 && askedMs !== undefined && hasGateway !== true;
  const certain = (status < 500 && status !== 408) || isRefusal;
  const reason = reasonOf?.(response) ?? reasons[status];
  return new IntegrationError(
    vendor,
    `${vendor} answered ${status}${reason === undefined ? "" : ` (${reason})`}`,
    {
      outcome: !changes(call) || certain ? "not_applied" : "unknown",
      status,
      ...(askedMs === undefined ? {} : { retryAfterMs: askedMs }),
    },
  );
}

/** Whether what was asked for isn't there, or no longer. */
export function isGone(error: unknown): boolean {
  return error instanceof IntegrationError && (error.status === 404 || error.status === 410);
}

/** The result, or null for a 404. */
export async function orNull<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof IntegrationError && error.status === 404) return null;
    throw error;
  }
}

/** Validates vendor responses by schema before use. */
export function answerParser(vendor: string) {
  /**
   * `outcome` is what an invalid shape means for the call: an unreadable response to a write leaves it unknown. Throws IntegrationError.
   */
  return <Schema extends z.ZodType>(
    schema: Schema,
    answer: unknown,
    outcome: EffectOutcome = "not_applied",
  ): z.output<Schema> => {
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw new IntegrationError(vendor, `${vendor} returned an unexpected response shape`, {
      outcome,
      cause: parsed.error,
    });
  };
}

/** Minimal read access for tools: a path and a schema. */
export interface JsonReader {
  /** Throws IntegrationError. */
  get<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    query?: JsonCall["query"],
  ): Promise<z.output<Schema>>;
}

/** `withCall` adds what every call to this vendor needs besides its path. */
export function jsonReader<Call extends JsonCall>(
  vendor: string,
  client: JsonClient<Call>,
  withCall: (read: JsonRead) => Call,
): JsonReader {
  const parse = answerParser(vendor);
  return {
    async get(path, schema, query) {
      const read: JsonRead = { method: "GET", path, ...(query === undefined ? {} : { query }) };
      return parse(schema, await client({ ...withCall(read), ...read }));
    },
  };
}
