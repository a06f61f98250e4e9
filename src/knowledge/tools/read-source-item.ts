import * as z from "zod";
import { localTime } from "../../kernel/local-time.ts";
import { passage } from "../../agent/runs/index.ts";
import { defineTool, retry } from "../../agent/tools/define-tool.ts";
import { textPage } from "../../agent/tools/text-page.ts";
import type { KnowledgeServices } from "./index.ts";
import { NAMES } from "./retrieve-context.ts";

const PAGE_CHARS = 6_000;

export const readSourceItem = defineTool({
  name: "read_source_item",
  title: "Read something of a source",
  done: "Read something of a source",
  description:
    "Reads whole an e-mail, document, event or task of the team's sources that retrieve_context or list_senders found, by its link. Long ones come a page at a time.",
  keywords: "open whole full text document email source knowledge item page",
  input: z.strictObject({
    link: z
      .string()
      .trim()
      .regex(/^\/knowledge\/[\w.-]{1,200}$/, "must be a link that begins with /knowledge/")
      .describe("Such as /knowledge/k_1a2b3c, as it was found"),
    from: z.int().min(0).max(60_000).optional().describe("Character to go on from, as `next` says"),
  }),
  effect: "read",
  egress: "none",
  summarize: () => "Reading something of a source",
  async run({ link, from = 0 }, { readItem, timeZone }: KnowledgeServices) {
    const item = await readItem(link.slice("/knowledge/".length));
    if (item === null) return retry("There's nothing at that link any more. Use one that was found.");
    const { kind, title, at, service, people, facts, summary, text, note } = item;
    const page = textPage(text, from, PAGE_CHARS);
    return {
      kind: "ok",
      outside: true,
      data: {
        link,
        in: service,
        type: kind,
        title,
        at: localTime(at, timeZone),
        ...(people.length === 0 ? {} : { people: [...people] }),
        ...(facts.length === 0 ? {} : { facts: Object.fromEntries(facts) }),
        ...(summary === null ? {} : { summary }),
        ...(note === null ? {} : { note }),
        text: passage(page.text, {
          link,
          title,
          in: NAMES[kind] ?? kind,
          at: localTime(at, timeZone),
        }),
        next: page.next,
      },
    };
  },
});
