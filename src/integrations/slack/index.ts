/** Slack: the team's channels and direct messages. */
import { slackConnections } from "./connection.ts";
import { defineVendor } from "../define-vendor.ts";
import { slackClient } from "./client.ts";
import { readWho, type SlackAccount } from "./read.ts";
import { slackSetup } from "./setup.ts";

export const slack = defineVendor({
  name: "slack",
  title: "Slack",
  addresses: {
    SLACK_BASE_URL: { production: "https://slack.com/api", sandbox: "/slack/api" },
    SLACK_SIGN_IN_URL: { production: "https://slack.com", sandbox: "/slack-sign-in" },
  },
  connections: slackConnections,
  // One message per second and channel (docs.slack.dev/apis/web-api/rate-limits, read 2026-11-23).
  effectEveryMs: 1_200,
  open({ connection, address, http, clock }): SlackAccount {
    const token = connection.credential;
    return { connection, client: slackClient(http, clock, { baseUrl: address("SLACK_BASE_URL"), token }) };
  },
  page: {
    gives: "Channels and messages",
    stops: "Steward can no longer read, write or answer in Slack. The messages stay in Slack.",
    refused: "Connect it again with a new token (Replace key…).",
    added: slackSetup,
    whose: ({ workspace, answers }) =>
      `${workspace.name}${answers.direct || answers.channels.length > 0 ? "" : "; Steward doesn’t answer colleagues there yet"}`,
    check: async (account) => void (await readWho(account)),
  },
});
