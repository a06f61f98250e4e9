/**
 * The only HTTP to GitHub (docs.github.com/rest, version 2022-11-28), for the mirror and for the team's repositories. Tokens are
 * fine-grained, or user tokens of a GitHub App.
 */
import type { Clock } from "../../kernel/clock.ts";
import type { OutsideHttp, OutsideResponse } from "../../kernel/outside-http.ts";
import { jsonClient, type JsonClient } from "../json-client.ts";

const API_VERSION = "2022-11-28";

export const GITHUB_ADDRESSES = {
  GITHUB_BASE_URL: { production: "https://api.github.com", sandbox: "/github" },
} as const;

/** An exceeded quota has status 429. */
export type GitHubClient = JsonClient;

export function githubHeaders(authorization: string): Record<string, string> {
  return {
    authorization,
    accept: "application/vnd.github+json",
    "user-agent": "Steward",
    "x-github-api-version": API_VERSION,
  };
}

/** With a repository, paths are relative to `/repos/{owner}/{repo}` and no other repository is reachable. */
export function githubClient(
  http: OutsideHttp,
  clock: Clock,
  account: { readonly baseUrl: string; readonly repository?: string; readonly token: string },
): GitHubClient {
  const base = account.baseUrl.replace(/\/+$/, "");
  const isMirror = account.repository !== undefined;
  return jsonClient({
    vendor: "github",
    baseUrl: isMirror ? `${base}/repos/${account.repository}` : base,
    http,
    clock,
    headers: () => githubHeaders(`Bearer ${account.token}`),
    statusOf,
    reasons: {
      401: "the token was not accepted",
      403: "the token may not do this",
      404: isMirror
        ? "that repository or branch doesn't exist, or the token may not see it"
        : "it doesn't exist, or the token may not see it",
      409: "the repository is empty: it needs a first commit",
      410: "issues are turned off in that repository",
      422: isMirror
        ? "the branch has moved, or the request was not valid"
        : "the request was not valid, or names something that doesn't exist",
      429: "too many requests",
    },
  });
}

/**
 * An exceeded quota is 403 or 429: with no remaining calls, with Retry-After, or, for secondary limits, recognizable only by the message
 * (docs.github.com/rest/using-the-rest-api/rate-limits, read 2026-11-23).
 */
function statusOf({ status, headers, text }: OutsideResponse): number {
  const isLimit =
    headers.get("x-ratelimit-remaining") === "0" ||
    headers.has("retry-after") ||
    text.includes("secondary rate limit");
  return status === 403 && isLimit ? 429 : status;
}
