/**
 * Slack setup: bot token and signing secret, or a sign-in with the deployment's app; then where colleagues can write to Steward. Nothing
 * is answered until an admin chooses.
 */
import type { SlackSettings } from "./connection.ts";
import { answerTo, type SetupStart, type VendorSetup } from "../vendor-setup.ts";
import { slackClient, type SlackClient } from "./client.ts";
import { mayHear, slackConsent, type SlackVariable } from "./consent.ts";
import { slackManifest } from "./manifest.ts";
import { readAll, readChannels, readWho } from "./read.ts";

/** The option that isn't a channel. */
const DIRECT = "direct";
/** Maximum number of answering channels. */
const MOST = 50;

export const slackSetup: VendorSetup<SlackSettings, SlackVariable> = {
  key: {
    fields: [
      {
        name: "token",
        label: "Bot token",
        hint: "In your Slack app: OAuth & Permissions → Bot User OAuth Token. It starts with xoxb-.",
        isSecret: true,
        pattern: /^xoxb-[\w-]{8,200}$/,
        mismatch: "A bot token starts with xoxb-. Copy it again from Slack (OAuth & Permissions).",
      },
      {
        name: "signingSecret",
        label: "Signing secret",
        hint: "In your Slack app: Basic Information → App Credentials.",
        isSecret: true,
        pattern: /^[0-9a-f]{32}$/,
        mismatch: "A signing secret is 32 letters and digits. Copy it again from Slack (Basic Information).",
      },
    ],
    credential: ({ token = "" }) => token,
    refused: "Copy the token again from Slack (OAuth & Permissions), after installing the app.",
    paste: {
      label: "App manifest",
      hint: "First create the app: api.slack.com/apps → Create New App → From a manifest. Paste this, then install the app.",
      text: slackManifest,
    },
  },
  consent: slackConsent,
  change: "Choose where it answers…",
  changeNeeds: "hear",
  async settle(start) {
    const { credential: token, typed, scopes, isHeard, address, http, clock } = start;
    const client = slackClient(http, clock, { baseUrl: address("SLACK_BASE_URL"), token });
    const who = await readWho({ client });
    // The deployment's app uses one request URL and the deployment's secret for all teams.
    const own = scopes === null ? {} : { webhookSecrets: [] };
    if (!isHeard || !mayHear(scopes))
      return { settings: { ...who, answers: { direct: false, channels: [] } }, ...own };
    const question = await answersQuestion(client, start);
    const answer = answerTo(question, start.chosen);
    if (answer === null) return { ask: question };
    const { signingSecret } = typed;
    return {
      settings: {
        ...who,
        answers: {
          direct: answer.some(({ id }) => id === DIRECT),
          channels: answer.flatMap(({ id, label }) => (id === DIRECT ? [] : [{ id, name: label }])),
        },
      },
      ...(signingSecret === undefined ? own : { webhookSecrets: [signingSecret] }),
    };
  },
};

async function answersQuestion(client: SlackClient, { before }: Pick<SetupStart<SlackSettings>, "before">) {
  const { items } = await readAll((cursor) => readChannels({ client }, cursor));
  const answers = before?.answers ?? { direct: false, channels: [] };
  const options = items
    // Messages in a shared channel are visible to another company.
    .filter(({ isIn, isShared }) => isIn && !isShared)
    .slice(0, MOST)
    .map(({ id, name }) => ({
      id,
      label: `#${name}`,
      detail: null,
      use: answers.channels.some((one) => one.id === id) ? "yes" : null,
    }));
  const direct = {
    id: DIRECT,
    label: "Direct messages and /steward",
    detail: null,
    use: answers.direct ? "yes" : null,
  };
  return {
    name: "answers",
    text: "Where may your team write to Steward? It answers members only. In selected channels, everyone sees the answer. Mentions elsewhere are answered by direct message, if you allow those.",
    least: 0,
    most: MOST + 1,
    options: [direct, ...options],
    uses: [],
    isLast: true,
  };
}
