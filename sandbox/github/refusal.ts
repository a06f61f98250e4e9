import { json } from "../service.ts";

const MESSAGES: Readonly<Record<number, string>> = {
  401: "Bad credentials",
  403: "Resource not accessible by personal access token",
  404: "Not Found",
  422: "Validation Failed",
  429: "You have exceeded a secondary rate limit",
  500: "Server Error",
  503: "Service unavailable",
};

/** GitHub's error body; `reset` is when the quota resets, in Unix seconds. */
export function refusal(status: number, message = MESSAGES[status] ?? "Error", reset?: string): Response {
  const spent: Record<string, string> =
    reset === undefined ? {} : { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
  return json(
    { message, documentation_url: "https://docs.github.com/rest", status: String(status) },
    status,
    spent,
  );
}
