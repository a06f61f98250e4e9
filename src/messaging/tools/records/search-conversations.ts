import * as z from "zod";
import type { Source } from "../../../agent/api/conversation.ts";
import { conversations, runs } from "../../../agent/tables/conversations.ts";
import type { SearchResult } from "../../../platform/api/search.ts";
import { byIds, users, type TenantDb } from "../../../platform/db/index.ts";
import { localTime } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { RecordServices } from "./index.ts";
import { day } from "./list-calls.ts";

/** Channels as the model names them. */
const CHANNELS = {
  web: ["web_chat"],
  text: ["sms", "team_text"],
  email: ["email", "team_email"],
  slack: ["team_slack"],
  automatic: ["schedule", "webhook"],
} as const satisfies Record<string, readonly Source[]>;
type Channel = keyof typeof CHANNELS;
/** Matches read at once where only some of them count. */
const FILTERED_FROM = 60;
/** Maximum pages read until enough of them count. */
const PAGES = 5;

/** Searches other conversations between members and Steward. */
export const searchConversations = defineTool({
  name: "search_conversations",
  title: "Search past conversations",
  done: "Searched past conversations",
  description:
    "Finds what colleagues said to you and what you answered in other conversations, chats and scheduled runs, by the words, best match first. Give the telling words only, not a " +
    "sentence. `matched: some` means that nothing holds all the words. What contacts wrote is in search_texts and search_emails.",
  keywords:
    "past chats history earlier last time week we talked discuss said asked told discussed decided remember conversation previous",
  input: z.strictObject({
    query: z.string().trim().min(1).max(300).describe("The telling words, such as: boiler warranty Birch"),
    from: day.optional(),
    to: day.optional().describe("The last day that counts, as 2026-11-21"),
    who: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe("Only with this colleague or contact, by name"),
    channel: z.enum(Object.keys(CHANNELS) as [Channel, ...Channel[]]).optional(),
    limit: z.int().min(1).max(20).optional().describe("Most matches to return; 8 if left out"),
  }),
  effect: "read",
  lists: true,
  whenEmpty:
    "Nothing in other conversations holds these words. Try other words, or retrieve_context with a whole question.",
  egress: "none",
  summarize: ({ query }) => `Searching past conversations for ${query}`,
  looksAt: ({ query }) => ({ things: "Past conversations", asked: query, askedIs: "words" }),
  async run(
    { query, limit = 8, from, to, who, channel },
    { talks, db, timeZone }: RecordServices,
    { conversationId },
  ) {
    const isFiltered = who !== undefined || channel !== undefined;
    const read = isFiltered ? FILTERED_FROM : limit + 2;
    const elsewhere: Placed[] = [];
    let page: Awaited<ReturnType<typeof talks>> | null = null;
    for (let pages = 0; pages < PAGES && elsewhere.length <= limit; pages++) {
      if (page !== null && page.nextCursor === null) break;
      const cursor = page?.nextCursor ?? undefined;
      page = await talks({ q: query, from, to, limit: read, ...(cursor === undefined ? {} : { cursor }) });
      const others = page.items.filter(({ thread }) => thread !== conversationId);
      elsewhere.push(
        ...(await placesOf(db, others))
          .filter((one) => channel === undefined || one.channel === channel)
          .filter((one) => who === undefined || one.with.some((name) => isNamed(name, who))),
      );
    }
    const matched = page?.matched ?? "all";
    return {
      kind: "list",
      beside: { matched: matched === "all" || elsewhere.length === 0 ? null : matched },
      more: elsewhere.length > limit,
      items: elsewhere
        .slice(0, limit)
        .map(({ hit: { title, at: moment, snippet, url }, channel: place, with: people }) => {
          const at = localTime(moment, timeZone);
          return {
            conversation: title,
            with: people,
            channel: place,
            at,
            words: passage(snippet, { link: url, title, in: "chats", at }),
            link: url,
          };
        }),
      keep: "first",
      // The messages may repeat untrusted content.
      outside: true,
    };
  },
});

type Placed = Awaited<ReturnType<typeof placesOf>>[number];

/** Each hit with its channel and the people in it: the contact, and the colleague who started the run. */
async function placesOf(db: TenantDb, hits: readonly SearchResult[]) {
  const threads = hits.flatMap(({ thread }) => thread ?? []);
  const [rows, started] = await Promise.all([
    db.pick(
      { id: conversations.id, source: conversations.source, contact: conversations.contact },
      conversations,
      byIds(conversations.id, threads),
    ),
    db.pick(
      { id: runs.id, by: runs.startedBy },
      runs,
      byIds(
        runs.id,
        hits.map(({ id }) => id),
      ),
    ),
  ]);
  const starters = new Map(started.map(({ id, by }) => [id, by]));
  const members = await db.pick(
    { id: users.id, name: users.name },
    users,
    byIds(users.id, [...new Set(starters.values())]),
  );
  return hits.map((hit) => {
    const row = rows.find(({ id }) => id === hit.thread);
    const member = members.find(({ id }) => id === starters.get(hit.id));
    const channel = (Object.keys(CHANNELS) as Channel[]).find((name) =>
      CHANNELS[name].some((source) => source === row?.source),
    );
    return {
      hit,
      channel: channel ?? null,
      with: [row?.contact?.name, member?.name].filter((name) => name !== undefined),
    };
  });
}

/** Whether all words of a name as asked begin words of a name. */
function isNamed(name: string, asked: string): boolean {
  const words = name.toLowerCase().split(/\s+/);
  return asked
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}
