import * as z from "zod";
import { localTime } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { RecordServices } from "./index.ts";

const day = z.iso.date().describe("As 2026-11-21, in the team's time zone");

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
    limit: z.int().min(1).max(20).optional().describe("Most matches to return; 8 if left out"),
  }),
  effect: "read",
  whenEmpty:
    "Nothing in other conversations holds these words. Try other words, or retrieve_context with a whole question.",
  egress: "none",
  summarize: ({ query }) => `Searching past conversations for ${query}`,
  looksAt: ({ query }) => ({ things: "Past conversations", asked: query, askedIs: "words" }),
  async run({ query, limit = 8, from, to }, { talks, timeZone }: RecordServices, { conversationId }) {
    const { matched, items } = await talks({ q: query, from, to, limit: limit + 1 });
    const elsewhere = items.filter(({ thread }) => thread !== conversationId).slice(0, limit);
    return {
      kind: "list",
      beside: { matched: matched === "all" || elsewhere.length === 0 ? null : matched },
      items: elsewhere.map(({ title, at: moment, snippet, url }) => {
        const at = localTime(moment, timeZone);
        return {
          conversation: title,
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
