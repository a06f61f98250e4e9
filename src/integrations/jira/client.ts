/**
 * The only HTTP to Jira Cloud (developer.atlassian.com, REST API v3, read 2026-11-23): at the site with an account's e-mail address and
 * API token, or through Atlassian's gateway with OAuth ("OAuth 2.0 (3LO) apps", same day).
 */
import type { Clock } from "../../kernel/clock.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import { jsonClient, type JsonClient } from "../json-client.ts";

export type JiraClient = JsonClient;

/** Holds a secret: never log it. */
export interface JiraAccess {
  readonly baseUrl: string;
  readonly authorization: string;
}

/** Access by key. `address` has a `*` for the site name; the sandbox's has none. */
export function byKey(address: string, site: string, email: string, token: string): JiraAccess {
  return { baseUrl: address.replace("*", site), authorization: `Basic ${btoa(`${email}:${token}`)}` };
}

/** Access with OAuth. */
export function byConsent(gateway: string, cloudId: string, access: string): JiraAccess {
  return { baseUrl: `${gateway}/ex/jira/${cloudId}`, authorization: `Bearer ${access}` };
}

export function jiraClient(http: OutsideHttp, clock: Clock, access: JiraAccess): JiraClient {
  const isConsented = access.authorization.startsWith("Bearer ");
  return jsonClient({
    vendor: "jira",
    baseUrl: `${access.baseUrl}/rest/api/3`,
    http,
    clock,
    headers: () => ({ authorization: access.authorization }),
    reasons: {
      400: "the request was not valid: a field, status or person may not fit the project",
      401: isConsented
        ? "Steward's access doesn't allow that, or has ended"
        : "the address and token were not accepted",
      403: "the account may not do this",
      404: "it doesn't exist, or the account may not see it",
      409: "someone else is changing it at the same time",
      429: "too many requests",
    },
  });
}
