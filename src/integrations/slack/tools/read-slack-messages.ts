import * as z from "zod";
import { readableText } from "../text.ts";
import { timeOfTs, type SlackChannel, type SlackMessage } from "../messages.ts";
import { localTime, momentOf } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { textsPage } from "../../../agent/tools/text-page.ts";
import type { SlackServices } from "./index.ts";
import { cursorField } from "./list-slack-channels.ts";
import { channelNamed, tsIn } from "./named.ts";

const DEFAULT_LIMIT = 30;
/** Message characters per answer. */
const PAGE_CHARS = 9_000;

export const threadField = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .describe("A message's ts, such as 1763990400.000200, or a link to it");

const inputSchema = z.strictObject({
  channel: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .describe("Name such as #maintenance, an id, or a link to a message"),
  thread: threadField.optional(),
  since: z.iso.date().optional().describe("From this day on, as 2026-11-23"),
  until: z.iso.date().optional().describe("Up to the end of this day"),
  limit: z.int().min(1).max(100).optional().describe(`${DEFAULT_LIMIT} if left out`),
  cursor: cursorField.optional(),
});
type Input = z.output<typeof inputSchema>;

export const readSlackMessages = defineTool({
  name: "read_slack_messages",
  title: "Read messages in Slack",
  done: "Read messages in Slack",
  description:
    "Reads a public Slack channel, newest messages first, or one thread of it, oldest first: channel #maintenance, since 2026-11-20. " +
    "A message with replies says how many; thread with its ts reads them. Long pages and messages come in parts: call again with cursor. Works only where Steward is in the channel.",
  keywords:
    "slack channel people wrote history thread replies what did they write say discussed chat conversation",
  input: inputSchema,
  effect: "read",
  lists: true,
  egress: "provider",
  summarize: ({ channel }) => `Reading ${channel.startsWith("http") ? "a thread" : channel} in Slack`,
  async run(input, services: SlackServices) {
    const place = await placeOf(input, services);
    if (typeof place === "string") return retry(place);
    const { channel, threadTs } = place;
    const start = startOf(input.cursor);
    const { items, cursor } = await services.messages({
      channelId: channel.id,
      ...(threadTs === null ? {} : { threadTs }),
      ...between(input, services.timeZone),
      limit: input.limit ?? DEFAULT_LIMIT,
      ...(start.cursor === "" ? {} : { cursor: start.cursor }),
    });
    const names = await namesIn(services, items);
    const said = items.map(({ text }) => readableText(text, names));
    const where = { channel, threadTs, names };
    const besideOf = (index: number): number => {
      const message = items[index];
      return message === undefined ? 0 : JSON.stringify(lineOf(message, "", where, services)).length;
    };
    const { pieces, next } = textsPage(said, start.from, PAGE_CHARS, besideOf);
    const goOn = next === null ? cursor : `${next}:${start.cursor}`;
    return {
      kind: "list",
      items: pieces.flatMap(({ index, text }) => {
        const message = items[index];
        return message === undefined ? [] : [lineOf(message, text, where, services)];
      }),
      keep: "first",
      beside: {
        channel: `#${channel.name}`,
        order: threadTs === null ? "newest first" : "oldest first",
        ...(goOn === null ? {} : { cursor: goOn }),
      },
      ...(goOn === null ? {} : { more: true }),
      outside: true,
    };
  },
});

/** Our cursor: the character offset within a Slack page, and Slack's cursor of that page. */
const OURS = /^(\d{1,7}):(.*)$/;

function startOf(cursor = ""): { readonly from: number; readonly cursor: string } {
  const [, from, own = ""] = OURS.exec(cursor) ?? [];
  return from === undefined ? { from: 0, cursor } : { from: Number(from), cursor: own };
}

async function placeOf(
  { channel: asked, thread }: Pick<Input, "channel" | "thread">,
  services: SlackServices,
): Promise<{ readonly channel: SlackChannel; readonly threadTs: string | null } | string> {
  const named = await channelNamed(services, asked);
  if (typeof named === "string") return named;
  const { channel } = named;
  if (!channel.isIn)
    return `Steward isn't in #${channel.name}. Somebody in it can add it there with /invite @Steward; other channels can be read meanwhile.`;
  if (thread === undefined) return { channel, threadTs: named.threadTs ?? named.ts };
  const threadTs = tsIn(thread);
  return threadTs === null
    ? "thread is a message's ts, as this tool returns it, or a link to it."
    : { channel, threadTs };
}

function between({ since, until }: Pick<Input, "since" | "until">, timeZone: string) {
  return {
    since: since === undefined ? undefined : secondsOf(since, timeZone),
    until: until === undefined ? undefined : secondsOf(dayAfter(until), timeZone),
  };
}

/** A day's start in Unix seconds. */
function secondsOf(day: string, timeZone: string): string {
  return String(momentOf(day, timeZone) / 1000);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Names of authors and mentioned people by ID; unknown ones are absent. */
async function namesIn(
  services: SlackServices,
  messages: readonly SlackMessage[],
): Promise<ReadonlyMap<string, string>> {
  if (messages.length === 0) return new Map();
  const { items } = await services.people();
  return new Map(items.map(({ id, name }) => [id, name]));
}

interface Place {
  readonly channel: SlackChannel;
  readonly threadTs: string | null;
  readonly names: ReadonlyMap<string, string>;
}

/** One message, or part of its text, as shown to the model. */
function lineOf(
  message: SlackMessage,
  text: string,
  { channel, threadTs, names }: Place,
  services: SlackServices,
) {
  const { ts, userId, appName, replyCount, files } = message;
  const at = localTime(timeOfTs(ts), services.timeZone);
  const by = authorOf(userId, appName, names, services.botUserId);
  const link = services.linkTo({ channelId: channel.id, ts, threadTs });
  return {
    ts,
    at,
    by,
    text: passage(text, {
      link,
      title: `${by} in #${channel.name}`,
      in: "slack",
      at,
    }),
    ...(files.length === 0 ? {} : { files }),
    ...(replyCount === 0 ? {} : { replies: replyCount }),
  };
}

/** The author's name. */
export function authorOf(
  userId: string | null,
  appName: string | null,
  names: ReadonlyMap<string, string>,
  botUserId: string,
): string {
  if (userId === botUserId) return "Steward";
  return (userId === null ? appName : (names.get(userId) ?? userId)) ?? "an app";
}
