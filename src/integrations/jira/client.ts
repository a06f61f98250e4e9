/** The only HTTP to Jira Cloud (developer.atlassian.com, REST API v3, read 2026-11-23): an account's e-mail address and an API token of theirs. */
import type { Clock } from "../../kernel/clock.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import { jsonClient, type JsonClient } from "../json-client.ts";

export type JiraClient = JsonClient;

/** Makes the client of one site. `address` holds a `*` where the site's name goes; the sandbox's holds none. */
export function jiraClient(
  http: OutsideHttp,
  clock: Clock,
  account: {
    readonly address: string;
    readonly site: string;
    readonly email: string;
    readonly token: string;
  },
): JiraClient {
  const { address, site, email, token } = account;
  return jsonClient({
    vendor: "jira",
    baseUrl: `${address.replace("*", site)}/rest/api/3`,
    http,
    clock,
    headers: () => ({ authorization: `Basic ${btoa(`${email}:${token}`)}` }),
    reasons: {
      400: "the request was not valid: a field, status or person may not fit the project",
      401: "the address and token were not accepted",
      403: "the account may not do this",
      404: "it doesn't exist, or the account may not see it",
      409: "somebody is changing it at the same time",
      429: "too many requests",
    },
  });
}
