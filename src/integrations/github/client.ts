/** The only HTTP to GitHub (docs.github.com/rest, version 2022-11-28). A token is fine-grained, for one repository's contents. */
import type { Clock } from "../../kernel/clock.ts";
import { IntegrationError, type EffectOutcome } from "../../kernel/errors.ts";
import { retryAfterMs, type OutsideHttp, type OutsideResponse } from "../../kernel/outside-http.ts";

const API_VERSION = "2022-11-28";

/** A call on the connection's repository. `path` follows `/repos/{owner}/{repo}`. */
export interface GitHubCall {
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/** Makes one call and hands back the JSON. Throws IntegrationError: 4xx is `not_applied`; 5xx, an unreadable answer or none is `unknown` for a change. */
export type GitHubClient = (call: GitHubCall) => Promise<unknown>;

/** Makes the client of one repository. */
export function githubClient(
  http: OutsideHttp,
  clock: Clock,
  account: { readonly baseUrl: string; readonly repository: string; readonly token: string },
): GitHubClient {
  const base = `${account.baseUrl.replace(/\/+$/, "")}/repos/${account.repository}`;
  return async (call) => {
    const changes = call.method !== "GET";
    const query = new URLSearchParams(
      Object.entries(call.query ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const response = await http({
      vendor: "github",
      method: call.method,
      url: `${base}${call.path}${query.size === 0 ? "" : `?${query.toString()}`}`,
      headers: {
        authorization: `Bearer ${account.token}`,
        accept: "application/vnd.github+json",
        "user-agent": "Steward",
        "x-github-api-version": API_VERSION,
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      changes,
    });
    if (response.status < 200 || response.status >= 300) throw refused(response, changes, clock.now());
    try {
      return JSON.parse(response.text) as unknown;
    } catch (cause) {
      throw new IntegrationError("github", "github answered with something that is not JSON", {
        outcome: changes ? "unknown" : "not_applied",
        status: response.status,
        cause,
      });
    }
  };
}

/** A spent quota is 403 or 429 with nothing remaining (CONTRACTS, GitHub); both carry status 429 here. */
function refused(response: OutsideResponse, changes: boolean, nowMs: number): IntegrationError {
  const spent = response.status === 403 && response.headers.get("x-ratelimit-remaining") === "0";
  const status = spent ? 429 : response.status;
  const certain = status < 500 && status !== 408;
  const outcome: EffectOutcome = !changes || certain ? "not_applied" : "unknown";
  const askedMs = retryAfterMs(response.headers, nowMs);
  return new IntegrationError("github", `github answered ${status}${REASONS[status] ?? ""}`, {
    outcome,
    status,
    ...(askedMs === undefined ? {} : { retryAfterMs: askedMs }),
  });
}

/** What the statuses mean, in our words: GitHub's own messages are text from outside. */
const REASONS: Readonly<Record<number, string>> = {
  401: " (the token was not accepted)",
  403: " (the token may not do this)",
  404: " (there is no such repository or branch, or the token may not see it)",
  409: " (the repository is empty: it needs a first commit)",
  422: " (the branch has moved, or the request was not valid)",
  429: " (too many requests)",
};
