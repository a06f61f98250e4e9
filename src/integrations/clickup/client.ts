/** The only HTTP to ClickUp (developer.clickup.com, API v2, read 2026-11-23). A personal token goes into `Authorization` as it is. */
import type { Clock } from "../../kernel/clock.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import { jsonClient, type JsonClient } from "../json-client.ts";

export type ClickUpClient = JsonClient;

/** Makes the client of one connection. */
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
      // Personal tokens begin with `pk_`; one of OAuth is a bearer's.
      authorization: account.token.startsWith("pk_") ? account.token : `Bearer ${account.token}`,
      // The description asks for it also where nothing is in the body.
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
