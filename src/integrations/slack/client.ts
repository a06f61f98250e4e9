/**
 * The only HTTP to Slack (docs.slack.dev, Web API, read 2026-11-23). Every method responds with 200 and reports success in the body; only
 * rate limiting has its own status, with `Retry-After`.
 */
import * as z from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import { jsonClient, type JsonCall, type JsonClient } from "../json-client.ts";

export type SlackClient = JsonClient;

/** Slack error codes as HTTP status and wording. Unknown codes are a 400 without explanation. */
const REFUSALS: Readonly<Record<string, readonly [status: number, words: string]>> = {
  invalid_auth: [401, "the token was not accepted"],
  not_authed: [401, "the token was not accepted"],
  token_revoked: [401, "the token was revoked"],
  token_expired: [401, "the token has expired"],
  account_inactive: [401, "the app was removed from the workspace"],
  missing_scope: [
    403,
    "the app lacks a permission: an admin allows it under Settings → Connections, or adds the scopes of the manifest in Slack",
  ],
  no_permission: [403, "the app may not do this"],
  access_denied: [403, "the app may not do this"],
  restricted_action: [403, "the workspace does not let apps write there"],
  cant_delete_message: [403, "only the app's own messages can be deleted"],
  cant_update_message: [403, "only the app's own messages can be changed"],
  not_in_channel: [403, "the app is not in that channel: a member can type /invite @Steward there"],
  channel_not_found: [404, "there is no such channel that the app can see"],
  user_not_found: [404, "there is no such person in the workspace"],
  user_not_visible: [404, "the app cannot see that person"],
  user_disabled: [404, "that person's account is deactivated"],
  thread_not_found: [404, "there is no such message to answer"],
  message_not_found: [404, "the message is gone"],
  is_archived: [400, "the channel is archived"],
  msg_too_long: [400, "the message is too long"],
  cannot_dm_bot: [400, "apps have no direct messages"],
  invalid_cursor: [400, "the cursor has expired: start again without one"],
  ratelimited: [429, "too many requests"],
  rate_limited: [429, "too many requests"],
};

/** Errors after which part of the call may have been applied (docs.slack.dev, "chat.postMessage", Errors). */
const UNCERTAIN: ReadonlySet<string> = new Set([
  "fatal_error",
  "internal_error",
  "service_unavailable",
  "request_timeout",
]);

const answerSchema = z.looseObject({ ok: z.boolean(), error: z.string().optional() });

export function slackClient(
  http: OutsideHttp,
  clock: Clock,
  account: { readonly baseUrl: string; readonly token: string },
): SlackClient {
  const send = jsonClient({
    vendor: "slack",
    baseUrl: account.baseUrl,
    http,
    clock,
    headers: () => ({ authorization: `Bearer ${account.token}` }),
    reasons: { 429: "too many requests" },
  });
  return async (call) => {
    const answer = answerSchema.safeParse(await send(call));
    if (answer.success && answer.data.ok) return answer.data;
    throw refusalOf(call, answer.data?.error ?? "");
  };
}

function refusalOf({ method }: JsonCall, error: string): IntegrationError {
  const [status, words] = REFUSALS[error] ?? [UNCERTAIN.has(error) ? 500 : 400, "it was not accepted"];
  const isUncertain = method !== "GET" && (error === "" || UNCERTAIN.has(error));
  return new IntegrationError("slack", `slack refused it (${words})`, {
    outcome: isUncertain ? "unknown" : "not_applied",
    status,
    trail: { requestId: null, problem: /^[a-z_]{1,60}$/.test(error) ? error : null },
  });
}
