/** The only HTTP to GitHub (docs.github.com/rest, version 2022-11-28). A token is fine-grained, for one repository's contents. */
import type { Clock } from "../../kernel/clock.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import { jsonClient, type JsonClient } from "../json-client.ts";

const API_VERSION = "2022-11-28";

/** Calls on the connection's repository: paths follow `/repos/{owner}/{repo}`. A spent quota carries status 429. */
export type GitHubClient = JsonClient;

/** Makes the client of one repository. */
export function githubClient(
  http: OutsideHttp,
  clock: Clock,
  account: { readonly baseUrl: string; readonly repository: string; readonly token: string },
): GitHubClient {
  return jsonClient({
    vendor: "github",
    baseUrl: `${account.baseUrl.replace(/\/+$/, "")}/repos/${account.repository}`,
    http,
    clock,
    headers: () => ({
      authorization: `Bearer ${account.token}`,
      accept: "application/vnd.github+json",
      "user-agent": "Steward",
      "x-github-api-version": API_VERSION,
    }),
    // A spent quota is 403 or 429 with nothing remaining (docs.github.com/rest/using-the-rest-api/rate-limits, read 2026-11-21).
    statusOf: ({ status, headers }) =>
      status === 403 && headers.get("x-ratelimit-remaining") === "0" ? 429 : status,
    reasons: {
      401: "the token was not accepted",
      403: "the token may not do this",
      404: "that repository or branch doesn't exist, or the token may not see it",
      409: "the repository is empty: it needs a first commit",
      422: "the branch has moved, or the request was not valid",
      429: "too many requests",
    },
  });
}
