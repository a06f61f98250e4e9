/** The app manifest an admin pastes into Slack (docs.slack.dev/reference/app-manifest, read 2026-11-23). */

/** Bot scopes. Reading covers public channels and the app's own direct messages. */
const SCOPES = [
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
] as const;

const EVENTS = ["app_mention", "message.im"] as const;

export const COMMAND = "/steward";

/** The manifest as YAML. `webhookUrl` is this connection's request URL. */
export function slackManifest(webhookUrl: string): string {
  const listed = (items: readonly string[], indent: string): string =>
    items.map((item) => `${indent}- ${item}`).join("\n");
  return `display_information:
  name: Steward
  description: The team's agent
features:
  app_home:
    home_tab_enabled: false
    messages_tab_enabled: true
    messages_tab_read_only_enabled: false
  bot_user:
    display_name: Steward
    always_online: true
  slash_commands:
    - command: ${COMMAND}
      url: ${webhookUrl}/commands
      description: Ask Steward
      usage_hint: what do you need?
      should_escape: true
oauth_config:
  scopes:
    bot:
${listed(SCOPES, "      ")}
settings:
  event_subscriptions:
    request_url: ${webhookUrl}/events
    bot_events:
${listed(EVENTS, "      ")}
  interactivity:
    is_enabled: true
    request_url: ${webhookUrl}/interactions
  org_deploy_enabled: false
  socket_mode_enabled: false
  token_rotation_enabled: false
`;
}
