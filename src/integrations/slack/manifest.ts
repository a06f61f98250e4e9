/** What an admin pastes into Slack to make the team's app (docs.slack.dev/reference/app-manifest, read 2026-11-23): its permissions, its command and where Slack finds us. */

/** What the app may do. Reading is of public channels and of its own direct messages. */
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

/** The command people type. */
export const COMMAND = "/steward";

/** The manifest, as YAML. `webhookUrl` is where this connection's requests go. */
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
