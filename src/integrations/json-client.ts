/**
 * The one JSON client all vendors' HTTP goes through: how a call is addressed, authorized and read differs by vendor, what a failure proves about it
 * does not. Time-outs, size limits and retries of reads are the outside-HTTP wrapper's (`src/platform/outside-http.ts`).
 */
import type * as z from "zod";
import type { Clock } from "../kernel/clock.ts";
import { IntegrationError, type EffectOutcome } from "../kernel/errors.ts";
import { retryAfterMs, type OutsideHttp, type OutsideResponse } from "../kernel/outside-http.ts";

/** A call to a vendor. `path` follows the client's base URL. Query values that are lists are repeated, undefined ones left out. */
export interface JsonCall {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly body?: unknown;
  /** A body that is not JSON, with its type. */
  readonly raw?: { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };
}

/** A call that changes nothing. */
export type JsonRead = JsonCall & { readonly method: "GET" };

/**
 * Makes one call and hands back the JSON (null for an empty answer). Throws IntegrationError: a 4xx is `not_applied`, and so is a 503 that says when to
 * come back (RFC 9110 section 15.6.4); 408, any other 5xx, an unreadable answer or none is `unknown` for a change and `not_applied` for a read. A vendor's own error texts never reach the message: they come from outside.
 */
export type JsonClient<Call extends JsonCall = JsonCall> = (call: Call) => Promise<unknown>;

/** What differs by vendor. */
export interface JsonClientOptions<Call extends JsonCall> {
  /** Names the service in errors and logs. */
  readonly vendor: string;
  readonly baseUrl: string;
  readonly http: OutsideHttp;
  readonly clock: Clock;
  /** Authorization and whatever else the vendor wants. `retried` is set where the first answer was 401 and `reauthorizes`: get a fresh token. */
  readonly headers: (
    call: Call,
    retried: boolean,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  readonly reauthorizes?: boolean;
  /** What statuses mean at this vendor, to stand behind "<vendor> answered 403". */
  readonly reasons: Readonly<Record<number, string>>;
  /** The status an answer really means, where the vendor says "too many requests" in another way; its own where left out. */
  readonly statusOf?: (response: OutsideResponse) => number;
  /** Our words for what an answer says beyond its status; undefined where `reasons` says it all. */
  readonly reasonOf?: (response: OutsideResponse) => string | undefined;
}

/** Makes a vendor's client. */
export function jsonClient<Call extends JsonCall>(options: JsonClientOptions<Call>): JsonClient<Call> {
  return async (call) => {
    const response = await answered(options, call);
    if (response.text === "") return null;
    try {
      return JSON.parse(response.text) as unknown;
    } catch (cause) {
      throw new IntegrationError(
        options.vendor,
        `${options.vendor} answered with something that is not JSON`,
        {
          outcome: changes(call) ? "unknown" : "not_applied",
          status: response.status,
          cause,
        },
      );
    }
  };
}

/** Gets a file: its bytes as they are. Throws like `JsonClient`, and IntegrationError where they are more than `maxBytes`. */
export type FileClient<Call extends JsonCall = JsonCall> = (
  call: Call,
  maxBytes: number,
) => Promise<Uint8Array<ArrayBuffer>>;

/** Makes a vendor's client for files. */
export function fileClient<Call extends JsonCall>(options: JsonClientOptions<Call>): FileClient<Call> {
  return async (call, maxBytes) => (await answered(options, call, maxBytes)).bytes ?? new Uint8Array();
}

/** The answer to a call that was taken; bytes where `maxBytes` says how many. */
async function answered<Call extends JsonCall>(
  options: JsonClientOptions<Call>,
  call: Call,
  maxBytes?: number,
): Promise<OutsideResponse> {
  const first = await send(options, call, false, maxBytes);
  // A refused token did nothing: it was revoked, or its key replaced, before its time.
  const response =
    first.status === 401 && options.reauthorizes === true ? await send(options, call, true, maxBytes) : first;
  if (response.status < 200 || response.status >= 300) throw refused(options, textOf(response), call);
  return response;
}

/** An answer whose words are read although bytes were asked for. */
function textOf(response: OutsideResponse): OutsideResponse {
  return response.bytes === undefined
    ? response
    : { ...response, text: new TextDecoder().decode(response.bytes) };
}

function changes({ method }: JsonCall): boolean {
  return method !== "GET";
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
  { vendor, clock, reasons, statusOf, reasonOf }: JsonClientOptions<Call>,
  response: OutsideResponse,
  call: Call,
): IntegrationError {
  const status = statusOf?.(response) ?? response.status;
  const askedMs = retryAfterMs(response.headers, clock.now());
  const certain = (status < 500 && status !== 408) || (status === 503 && askedMs !== undefined);
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

/** What a call is answered with; null where the vendor says that there is nothing of that kind (404). */
export async function orNull<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof IntegrationError && error.status === 404) return null;
    throw error;
  }
}

/** Reads a vendor's answer by a schema before anything of it is believed. */
export function answerParser(vendor: string) {
  /** `outcome` is what a wrong shape says about the call: the answer to a change that cannot be read leaves it unknown. Throws IntegrationError. */
  return <Schema extends z.ZodType>(
    schema: Schema,
    answer: unknown,
    outcome: EffectOutcome = "not_applied",
  ): z.output<Schema> => {
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw new IntegrationError(vendor, `${vendor} answered in a shape that is not known`, {
      outcome,
      cause: parsed.error,
    });
  };
}

/** Reads for tools that need no more of a vendor than a path and a schema. */
export interface JsonReader {
  /** Gets a path and reads the answer by the schema. Throws IntegrationError. */
  get<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    query?: JsonCall["query"],
  ): Promise<z.output<Schema>>;
}

/** A reader over a client; `withCall` adds what each call of this vendor carries beside its path. */
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
