/**
 * The only HTTP to Quo (formerly OpenPhone). Paths under `/v1` are the first API; the others are the date-versioned API and need its
 * header (quo.com/docs/2026-03-30/introduction, read 2026-11-21). The key goes into `Authorization` without "Bearer".
 */
import type { Clock } from "../../kernel/clock.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import { jsonClient, type JsonClient } from "../json-client.ts";

const API_VERSION = "2026-03-30";

export type QuoClient = JsonClient;

export function quoClient(
  http: OutsideHttp,
  clock: Clock,
  account: { readonly baseUrl: string; readonly apiKey: string },
): QuoClient {
  return jsonClient({
    vendor: "quo",
    baseUrl: account.baseUrl,
    http,
    clock,
    headers: ({ path }) => ({
      authorization: account.apiKey,
      ...(path.startsWith("/v1/") ? {} : { "quo-api-version": API_VERSION }),
    }),
    reasons: {
      400: "the request was not valid, or texting is not registered for this line",
      401: "the API key was not accepted",
      402: "not enough credits, or the subscription expired",
      403: "the line may not be used with this key",
      404: "not found",
      409: "it exists already",
      429: "too many requests",
    },
  });
}
