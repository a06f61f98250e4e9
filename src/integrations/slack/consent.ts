/**
 * Slack sign-in through the deployment's own app (docs.slack.dev, "Installing with OAuth", "oauth.v2.access", "auth.revoke" and "Using
 * PKCE", read 2026-11-23). An app has one bot token per workspace, whoever consents; later scopes are added to it. PKCE is not sent
 * because it would permanently make the app a public client: the code is bound by `state` and useless without the app's secret.
 */
import type { ConsentForm } from "../oauth/consent-form.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { slackClient } from "./client.ts";
import { readWho } from "./read.ts";

export type SlackVariable = "SLACK_BASE_URL" | "SLACK_SIGN_IN_URL";

const READ = ["channels:history", "channels:read", "users:read", "users:read.email"] as const;
const WRITE = ["chat:write", "im:write", "metadata.message:read"] as const;
/** Scopes for receiving messages and button presses. */
const HEAR = ["app_mentions:read", "commands", "im:history"] as const;

/** Slack's errors for an invalid code or refresh token. */
const ENDED: ReadonlySet<string> = new Set([
  "invalid_code",
  "code_already_used",
  "code_expired",
  "bad_redirect_uri",
  "invalid_refresh_token",
  "token_expired",
  "token_revoked",
  "account_inactive",
]);
const WRONG_CLIENT: ReadonlySet<string> = new Set(["invalid_client_id", "bad_client_secret"]);

/** Whether the access allows people to write to Steward. Keys always do. */
export function mayHear(scopes: readonly string[] | null): boolean {
  return scopes === null || HEAR.every((scope) => scopes.includes(scope));
}

export const slackConsent: ConsentForm<SlackVariable> = {
  client: "SLACK",
  signsEvents: true,
  authorizeUrl: (address) => `${address("SLACK_SIGN_IN_URL")}/oauth/v2/authorize`,
  tokenUrl: (address) => `${address("SLACK_BASE_URL")}/oauth.v2.access`,
  scopes: READ,
  grants: [
    { name: "write", label: "posting messages", scopes: WRITE },
    { name: "hear", label: "answering your team there", scopes: [...WRITE, ...HEAR], isHeard: true },
  ],
  separator: ",",
  withoutPkce: true,
  sharesAccess: true,
  readAnswer({ ok, error, access_token, refresh_token, expires_in, scope }) {
    if (ok === true) {
      const renews = typeof refresh_token === "string" ? { refresh_token, expires_in } : {};
      return { access_token, scope, ...renews };
    }
    const code = String(error);
    if (ENDED.has(code)) return { error: "invalid_grant" };
    // Other errors may be transient, so they don't count as a refusal.
    return WRONG_CLIENT.has(code) ? { error: "invalid_client" } : {};
  },
  async whoIs({ access: token, address, http, clock }) {
    const client = slackClient(http, clock, { baseUrl: address("SLACK_BASE_URL"), token });
    const { workspace } = await readWho({ client });
    return { id: workspace.id, name: workspace.name };
  },
  async revoke({ tokens, address, http, clock }) {
    const account = { baseUrl: address("SLACK_BASE_URL"), token: tokens.access };
    try {
      await slackClient(http, clock, account)({ method: "GET", path: "/auth.revoke" });
    } catch (error) {
      if (error instanceof IntegrationError && error.status === 401) return;
      throw error;
    }
  },
};
