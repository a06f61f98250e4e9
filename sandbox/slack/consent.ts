/**
 * Installs the deployment's app in a workspace (docs.slack.dev, "Installing with OAuth", "oauth.v2.access", read 2026-11-23): one bot
 * token per workspace with accumulating scopes, and errors with status 200.
 */
import { json } from "../service.ts";
import { consentsOf, createConsentServer, type ConsentServer } from "../vendor/consent-server.ts";
import { APP, SLACK, WORKSPACES } from "./store.ts";

/** Fictitious. */
export const SLACK_APP = {
  id: "4100000000001.4100000000002",
  secret: "slack-secret-of-the-sandbox",
  signingSecret: "9c1f0a7be2d34458a6b7c8d9e0f1a2b3",
} as const;

export const slackConsents = consentsOf("slack-oauth");

/** Users choose a workspace. */
export const SLACK_CONSENT: ConsentServer = {
  name: "slack-oauth",
  prefix: "/slack-sign-in",
  title: "Slack",
  to: "your workspace",
  authorizePath: "/oauth/v2/authorize",
  tokenPath: null,
  returnPath: "/api/connections/slack/callback",
  app: SLACK_APP,
  people: WORKSPACES.map(({ id, name, url }) => ({ id, name, email: new URL(url).host })),
  accessSeconds: null,
  scopes: [
    "app_mentions:read",
    "channels:history",
    "channels:read",
    "chat:write",
    "commands",
    "im:history",
    "im:write",
    "metadata.message:read",
    "users:read",
    "users:read.email",
  ],
  prefixes: { access: "xoxb-", refresh: "xoxe-1-" },
  isShared: true,
  tokensAnswer: (given, scopes, teamId) => ({
    ok: true,
    ...given,
    token_type: "bot",
    scope: scopes.join(","),
    bot_user_id: APP.userId,
    app_id: APP.appId,
    team: {
      id: teamId,
      name: WORKSPACES.find(({ id }) => id === teamId)?.name ?? SLACK.settings.workspace.name,
    },
    enterprise: null,
    authed_user: { id: "U0DANA00001" },
    is_enterprise_install: false,
  }),
  refusal(error, isRenewal) {
    const grant = isRenewal ? "invalid_refresh_token" : "invalid_code";
    return json({ ok: false, error: error === "invalid_client" ? "bad_client_secret" : grant });
  },
};

export const createSlackConsent = createConsentServer(SLACK_CONSENT, slackConsents);
