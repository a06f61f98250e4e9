/**
 * The only HTTP to Quo (formerly OpenPhone). Paths under `/v1` are the first API; the others are the API
 * versioned by date and need its header (quo.com/docs/2026-03-30/introduction, read 2026-11-21). The key goes
 * into `Authorization` as it is, without "Bearer".
 */
import type { Clock } from "../../kernel/clock.ts";
import { IntegrationError, type EffectOutcome } from "../../kernel/errors.ts";
import { retryAfterMs, type OutsideHttp, type OutsideResponse } from "../../kernel/outside-http.ts";

const API_VERSION = "2026-03-30";

/** A call to Quo. Query values that are lists are repeated. */
export interface QuoCall {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly body?: unknown;
}

/**
 * Makes one call and hands back the JSON (null for an empty answer). Throws IntegrationError: 4xx is
 * `not_applied`; 408, 5xx, an unreadable answer or none is `unknown` for a change.
 */
export type QuoClient = (call: QuoCall) => Promise<unknown>;

/** Makes the client of one connection. */
export function quoClient(
  http: OutsideHttp,
  clock: Clock,
  account: { readonly baseUrl: string; readonly apiKey: string },
): QuoClient {
  return async (call) => {
    const changes = call.method !== "GET";
    const response = await http({
      vendor: "quo",
      method: call.method,
      url: `${account.baseUrl.replace(/\/+$/, "")}${call.path}${queryString(call.query)}`,
      headers: {
        authorization: account.apiKey,
        accept: "application/json",
        ...(call.path.startsWith("/v1/") ? {} : { "quo-api-version": API_VERSION }),
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      changes,
    });
    if (response.status < 200 || response.status >= 300) throw refused(response, changes, clock.now());
    if (response.text === "") return null;
    try {
      return JSON.parse(response.text) as unknown;
    } catch (cause) {
      throw new IntegrationError("quo", "quo answered with something that is not JSON", {
        outcome: changes ? "unknown" : "not_applied",
        status: response.status,
        cause,
      });
    }
  };
}

function queryString(query: QuoCall["query"] = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of typeof value === "object" ? value : [String(value)]) params.append(name, one);
  }
  return params.size === 0 ? "" : `?${params.toString()}`;
}

function refused(response: OutsideResponse, changes: boolean, nowMs: number): IntegrationError {
  const certain = response.status < 500 && response.status !== 408;
  const outcome: EffectOutcome = !changes || certain ? "not_applied" : "unknown";
  const askedMs = retryAfterMs(response.headers, nowMs);
  return new IntegrationError("quo", `quo answered ${response.status}${REASONS[response.status] ?? ""}`, {
    outcome,
    status: response.status,
    ...(askedMs === undefined ? {} : { retryAfterMs: askedMs }),
  });
}

/** What the statuses mean at Quo, in our words: its own messages are text from outside. */
const REASONS: Readonly<Record<number, string>> = {
  400: " (the request was not valid, or texting is not registered for this line)",
  401: " (the API key was not accepted)",
  402: " (not enough credits, or the subscription expired)",
  403: " (the line may not be used with this key)",
  404: " (not found)",
  409: " (it exists already)",
  429: " (too many requests)",
};
