/** `send_slack_message` resolves a message into what would be posted: channel, thread, mentions. It posts nothing itself. */
import * as z from "zod";
import { slackPost } from "../effects/slack-post.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { pingsIn, readableText } from "../text.ts";
import { type SlackMessage } from "../messages.ts";
import { derivedId } from "../../../kernel/ids.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { SlackServices } from "./index.ts";
import { channelNamed, isPerson, personNamed, tsIn } from "./named.ts";
import { authorOf, threadField } from "./read-slack-messages.ts";

const TEXT_CHARS = 3_000;
const ABOUT_CHARS = 120;
const MAX_PINGS = 20;

interface Place {
  readonly toId: string;
  readonly toName: string;
  readonly readBy: "the workspace" | "also people outside the workspace";
}

export const sendSlackMessage = defineTool({
  name: "send_slack_message",
  title: "Post a message in Slack",
  done: "Drafted a Slack message",
  description:
    "Posts a message in the team's Slack, after a person has approved it: to a public channel (#maintenance), to one colleague alone (Tom Okafor), or as a reply in a thread. " +
    "Write the exact words; Slack's own marks work (*bold*, _italic_). @Tom Okafor in the text notifies him, @channel or @here everybody: only where somebody of the team asked for that.",
  keywords: "slack message post write tell announce channel direct message dm colleague reply thread chat",
  input: z.strictObject({
    to: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe("A channel such as #maintenance, or a person of the workspace by name or address"),
    thread: threadField
      .optional()
      .describe("To reply: the ts of the message, as read_slack_messages returns it"),
    text: z
      .string()
      .min(1)
      .max(TEXT_CHARS)
      .regex(/\S/, "must not be blank")
      .describe("The exact words to post"),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [slackPost.kind],
  summarize: ({ to }) => `Drafting a Slack message to ${to}`,
  async resolve({ to, thread, text }, services: SlackServices, call): Promise<Resolution> {
    const place = await placeOf(services, to);
    if (typeof place === "string") return retry(place);
    const parent = thread === undefined ? null : await parentOf(services, place, thread);
    if (typeof parent === "string") return retry(parent);
    const { items: people } = await services.people();
    const pings = pingsIn(text, people.filter(isPerson)).map(({ id, name }) => ({ id, name }));
    if (pings.length > MAX_PINGS) return retry(`At most ${MAX_PINGS} people can be notified by one message.`);
    const effect = slackPost.of({
      connectionId: services.connectionId,
      ...place,
      threadTs: parent?.ts ?? null,
      threadAbout: parent?.about ?? null,
      text,
      pings,
      mark: await derivedId("steward", call.tenantId, call.id),
    });
    return { kind: "resolved", effects: [effect], observed: [], lints: [], urgent: false };
  },
});

/** A name that starts with # or matches a channel is a channel; otherwise a person. */
async function placeOf(services: SlackServices, to: string): Promise<Place | string> {
  const named = await channelNamed(services, to);
  if (typeof named === "string") return to.startsWith("#") ? named : personPlace(services, to);
  const { id, name, isIn, isShared } = named.channel;
  if (!isIn)
    return `Steward isn't in #${name}, so it can't post there. Somebody in it can add it with /invite @Steward.`;
  return {
    toId: id,
    toName: `#${name}`,
    readBy: isShared ? "also people outside the workspace" : "the workspace",
  };
}

async function personPlace(services: SlackServices, to: string): Promise<Place | string> {
  const person = await personNamed(services, to);
  if (typeof person === "string") return person;
  const isOutside = person.isGuest || (person.workspaceId ?? services.workspaceId) !== services.workspaceId;
  return {
    toId: person.id,
    toName: person.name,
    readBy: isOutside ? "also people outside the workspace" : "the workspace",
  };
}

/** The thread's parent message and its topic. */
async function parentOf(
  services: SlackServices,
  { toId, toName }: Place,
  thread: string,
): Promise<{ readonly ts: string; readonly about: string } | string> {
  if (!toName.startsWith("#"))
    return "Replies in a thread go to channels; leave thread out to write to somebody alone.";
  const ts = tsIn(thread);
  const message = ts === null ? null : await services.message(toId, ts, ts);
  if (ts === null || message === null)
    return `There is no message "${thread}" in ${toName}. read_slack_messages gives each message's ts.`;
  return { ts: message.threadTs ?? ts, about: await aboutOf(services, message) };
}

async function aboutOf(services: SlackServices, message: SlackMessage): Promise<string> {
  const { items } = await services.people();
  const names = new Map(items.map(({ id, name }) => [id, name]));
  const by = authorOf(message.userId, message.appName, names, services.botUserId);
  const line = readableText(message.text, names).replace(/\s+/g, " ").trim();
  return `${by}: ${line.length > ABOUT_CHARS ? `${line.slice(0, ABOUT_CHARS - 1)}…` : line}`;
}
