import * as z from "zod";
import { localTime } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { RecordServices } from "./index.ts";
import { textPlace } from "./text-place.ts";
import { day } from "./list-calls.ts";
import { numberAsked } from "./person-asked.ts";

export const searchTexts = defineTool({
  name: "search_texts",
  title: "Search texts and calls",
  done: "Searched texts and calls",
  description:
    "Finds text messages and phone calls on record by their words, best match first, each with the messages around it, oldest first. Give the telling words only, " +
    "not a sentence; a person's name, unit or company is a word too. `matched: some` means that nothing holds all the words: then the nearest three. To read all that was said " +
    "with one person, use contact_history.",
  keywords: "find look message messages sms wrote written said mentioned",
  input: z.strictObject({
    query: z.string().trim().min(1).max(300).describe("The telling words, such as: boiler leak Birch"),
    number: z.string().trim().min(3).max(40).optional().describe("Only with this phone number, in E.164"),
    from: day.optional(),
    to: day.optional().describe("The last day that counts, as 2026-11-21"),
    limit: z.int().min(1).max(20).optional().describe("Most matches to return; 8 if left out"),
  }),
  alsoNamed: { contact: "number" },
  effect: "read",
  lists: true,
  egress: "none",
  summarize: ({ query }) => `Searching texts for ${query}`,
  looksAt: ({ query }) => ({ things: "All texts", asked: query, askedIs: "words" }),
  async run({ query, number, from, to, limit = 8 }, { records, db, timeZone }: RecordServices) {
    const asked = number === undefined ? undefined : await numberAsked(db, number);
    if (typeof asked === "string") return retry(asked);
    const { matched, found } = await records.search({ q: query, number: asked?.e164, from, to, limit });
    return {
      kind: "list",
      beside: { matched: matched === "all" ? null : matched, beingRead: await records.beingRead() },
      items: found.map(({ contact, number: whose, matches, around }) => ({
        contact,
        number: whose,
        messages: around.map((one) => ({
          at: localTime(one.at, timeZone),
          from: one.from,
          ...(one.by === undefined ? {} : { by: one.by }),
          text: passage(one.text, textPlace(one, { contact, number: whose }, timeZone)),
          ...(matches.includes(one.id) ? { match: true } : {}),
        })),
      })),
      keep: "first",
      outside: true,
    };
  },
});
