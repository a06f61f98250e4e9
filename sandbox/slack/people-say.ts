/** Workspace members write to the app and press its buttons: stored in the world and sent to the product as signed Slack events. */
import { createHmac } from "node:crypto";
import * as z from "zod";
import { json, parseBody, SandboxError, type SandboxContext, type SandboxRequest } from "../service.ts";
import { SLACK_APP, slackConsents } from "./consent.ts";
import { directOf } from "./direct.ts";
import { channelOf } from "./slack-json.ts";
import {
  APP,
  CHANNELS,
  nextTs,
  PEOPLE,
  personOf,
  SLACK,
  slackStore,
  type Message,
  type SlackPerson,
} from "./store.ts";

const ANSWER_TIMEOUT_MS = 10_000;
/** Slack retries after a timeout (docs.slack.dev, "The Events API"). */
const times = z.int().min(1).max(5).default(1);

const sayInput = z.strictObject({
  /** First name, address or ID. */
  who: z.string(),
  /** Channel name or ID; defaults to direct messages with the app. */
  channel: z.string().optional(),
  text: z.string().min(1).max(12_000),
  shares: z.strictObject({ author: z.string(), text: z.string() }).optional(),
  threadTs: z.string().optional(),
  /** Number of deliveries. */
  times,
  eventId: z.string().optional(),
});
const commandInput = z.strictObject({
  who: z.string(),
  channel: z.string().optional(),
  text: z.string(),
  times,
});
const pressInput = z.strictObject({
  who: z.string(),
  /** Defaults to the newest card. */
  ts: z.string().optional(),
  action: z.enum(["approve", "reject", "open"]),
  /** Overrides the button's value. */
  value: z.string().optional(),
  times,
});

/** The control API below `/control/slack`. */
export function slackControl(context: SandboxContext) {
  const section = slackStore(context);
  const routes: Record<string, (request: SandboxRequest) => Promise<Response> | Response> = {
    "POST /say": (request) => say(context, parseBody(sayInput, request)),
    "POST /command": (request) => command(context, parseBody(commandInput, request)),
    "POST /press": (request) => press(context, parseBody(pressInput, request)),
    "GET /places": () =>
      json({
        people: PEOPLE.map(({ id, name }) => ({ id, name })),
        channels: CHANNELS.map(({ id, name }) => ({ id, name })),
      }),
    "GET /messages": ({ url }) => {
      const alone = url.searchParams.get("directOf");
      const channel = alone === null ? url.searchParams.get("channel") : directOf(section.value, alone);
      const items = section.value.messages.filter(
        ({ channelId }) => channel === null || placeOf(context, channel) === channelId,
      );
      return json({ items });
    },
  };
  return {
    control: (request: SandboxRequest): Promise<Response> | Response => {
      const route = routes[`${request.method} ${request.path}`];
      if (route === undefined) throw new SandboxError(404, `Slack plays no ${request.path}.`);
      return route(request);
    },
  };
}

async function say(context: SandboxContext, input: z.output<typeof sayInput>): Promise<Response> {
  const person = someone(input.who);
  const section = slackStore(context);
  const saved = section.value;
  const channelId =
    input.channel === undefined ? directOf(saved, person.id) : placeOf(context, input.channel);
  const ts = nextTs(saved, context.now());
  const threadTs = input.threadTs ?? null;
  const text = input.text.replaceAll("@Steward", `<@${APP.userId}>`);
  saved.messages.push({
    channelId,
    ts,
    userId: person.id,
    text,
    threadTs,
    blocks: [],
    ...shared(input.shares),
    metadata: null,
    onlyTo: null,
  });
  section.save();
  const isDirect = channelId.startsWith("D");
  const isMention = text.includes(`<@${APP.userId}>`);
  if (!isDirect && !isMention) return json({ ts, channelId, answers: [] });
  const event = {
    type: isDirect ? "message" : "app_mention",
    ...(isDirect ? { channel_type: "im" } : {}),
    user: person.id,
    text,
    ...shared(input.shares),
    ts,
    channel: channelId,
    event_ts: ts,
    team: person.workspaceId,
    ...(threadTs === null ? {} : { thread_ts: threadTs }),
  };
  const body = JSON.stringify({
    token: "deprecated",
    team_id: SLACK.settings.workspace.id,
    api_app_id: APP.appId,
    type: "event_callback",
    event_id: input.eventId ?? `Ev${ts.replace(".", "")}`,
    event_time: Math.floor(context.now() / 1000),
    event,
  });
  return json({ ts, channelId, answers: await deliver(context, "events", body, input.times) });
}

/** A shared message in Slack's format: an attachment, not part of the text. */
function shared(message: z.output<typeof sayInput>["shares"]) {
  if (message === undefined) return {};
  const { author, text } = message;
  const attachment = { is_msg_unfurl: true, is_share: true, author_name: author, text, fallback: text };
  return { attachments: [attachment] };
}

async function command(context: SandboxContext, input: z.output<typeof commandInput>): Promise<Response> {
  const person = someone(input.who);
  const { value: saved } = slackStore(context);
  const channelId =
    input.channel === undefined ? directOf(saved, person.id) : placeOf(context, input.channel);
  const form = new URLSearchParams({
    command: "/steward",
    text: input.text,
    team_id: person.workspaceId,
    team_domain: "alderfinch",
    channel_id: channelId,
    channel_name: channelOf(channelId)?.name ?? "directmessage",
    user_id: person.id,
    user_name: person.name,
    api_app_id: APP.appId,
    trigger_id: `${nextTs(saved, context.now())}.command`,
  });
  return json({ answers: await deliver(context, "commands", form.toString(), input.times) });
}

async function press(context: SandboxContext, input: z.output<typeof pressInput>): Promise<Response> {
  const person = someone(input.who);
  const { value: saved } = slackStore(context);
  const card = saved.messages.findLast((one) =>
    input.ts === undefined ? buttonsOf(one).length > 0 : one.ts === input.ts,
  );
  const button =
    card === undefined ? undefined : buttonsOf(card).find(({ id }) => id === `steward.${input.action}`);
  if (card === undefined) throw new SandboxError(404, "There is no card with buttons.");
  const value = input.value ?? button?.value;
  const payload = {
    type: "block_actions",
    team: { id: person.workspaceId, domain: "alderfinch" },
    user: { id: person.id, username: person.name, team_id: person.workspaceId },
    api_app_id: APP.appId,
    trigger_id: `${nextTs(saved, context.now())}.press`,
    container: { type: "message", channel_id: card.channelId, message_ts: card.ts, is_ephemeral: false },
    channel: { id: card.channelId, name: "directmessage" },
    response_url: `${context.url}/slack/respond`,
    actions: [
      { type: "button", action_id: `steward.${input.action}`, ...(value === undefined ? {} : { value }) },
    ],
  };
  const form = new URLSearchParams({ payload: JSON.stringify(payload) });
  return json({ answers: await deliver(context, "interactions", form.toString(), input.times) });
}

interface Button {
  readonly id: string;
  readonly value: string | undefined;
}

function buttonsOf({ blocks }: Message): Button[] {
  const known = z.array(
    z.looseObject({
      elements: z
        .array(z.looseObject({ action_id: z.string().optional(), value: z.string().optional() }))
        .optional(),
    }),
  );
  return (known.safeParse(blocks).data ?? []).flatMap(({ elements = [] }) =>
    elements.flatMap(({ action_id: id, value }) => (id === undefined ? [] : [{ id, value }])),
  );
}

/** Delivers a request like Slack; later ones are marked as retries. */
async function deliver(
  context: SandboxContext,
  kind: "events" | "commands" | "interactions",
  body: string,
  often: number,
): Promise<{ status: number; body: string }[]> {
  const answers = [];
  // The deployment's app receives events at one URL for all teams, once a workspace grants the scopes.
  const isApp = slackConsents(context).value.grants.some(({ scopes }) =>
    scopes.includes("app_mentions:read"),
  );
  const [place, secret] = isApp
    ? ["app", SLACK_APP.signingSecret]
    : [SLACK.connectionId, SLACK.signingSecret];
  for (let attempt = 0; attempt < often; attempt++) {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const mac = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex");
    const answer = await fetch(`${context.appUrl}/webhooks/slack/${place}/${kind}`, {
      method: "POST",
      headers: {
        "content-type": kind === "events" ? "application/json" : "application/x-www-form-urlencoded",
        "x-slack-request-timestamp": timestamp,
        "x-slack-signature": `v0=${mac}`,
        ...(attempt === 0
          ? {}
          : { "x-slack-retry-num": String(attempt), "x-slack-retry-reason": "http_timeout" }),
      },
      body,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    }).catch(() => {
      throw new SandboxError(502, `Nothing answers at ${context.appUrl}. Is Steward running?`);
    });
    answers.push({ status: answer.status, body: await answer.text() });
  }
  return answers;
}

function someone(who: string): SlackPerson {
  const person = personOf(who);
  if (person === undefined) throw new SandboxError(400, `who: nobody in the workspace is ${who}`);
  return person;
}

function placeOf(context: SandboxContext, channel: string): string {
  const id = channelOf(channel)?.id ?? CHANNELS.find(({ name }) => name === channel.replace(/^#/, ""))?.id;
  const direct = Object.values(slackStore(context).value.directs).find((one) => one === channel);
  if (id === undefined && direct === undefined)
    throw new SandboxError(400, `channel: there is no ${channel}`);
  return id ?? direct ?? "";
}
