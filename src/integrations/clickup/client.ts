/** The only HTTP to ClickUp (developer.clickup.com, API v2, read 2026-11-23). Personal tokens go into `Authorization` without a prefix. */
import type { Clock } from "../../kernel/clock.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import { jsonClient, type JsonClient } from "../json-client.ts";

export type ClickUpClient = JsonClient;

export function clickUpClient(
  http: OutsideHttp,
  clock: Clock,
  account: { readonly baseUrl: string; readonly token: string },
): ClickUpClient {
  return jsonClient({
    vendor: "clickup",
    baseUrl: account.baseUrl,
    http,
    clock,
    headers: ({ method }) => ({
      // Personal tokens begin with `pk_`; OAuth tokens need `Bearer`.
      authorization: account.token.startsWith("pk_") ? account.token : `Bearer ${account.token}`,
      // The documentation requires it even without a body.
      ...(method === "DELETE" ? { "content-type": "application/json" } : {}),
    }),
    reasons: {
      400: "the request was not valid: a status, list or person may not exist",
      401: "the token was not accepted, or may not see that",
      403: "the token may not do this",
      404: "not found, or deleted",
      429: "too many requests",
    },
  });
}
