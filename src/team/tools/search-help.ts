import * as z from "zod";
import { rankByWords } from "../../agent/tools/discovery/rank-tools.ts";
import { defineTool, retry } from "../../agent/tools/define-tool.ts";
import type { InboxServices } from "./index.ts";

const MOST = 3;

/** Searches the help pages, so that Steward knows its own product. */
export const searchHelp = defineTool({
  name: "search_help",
  title: "Look it up in the help",
  done: "Looked it up in the help",
  description:
    "Searches the help pages of this product, Steward: what its pages, settings and agents can do, and where people find or change it themselves. " +
    "For “how do I…”, “where do I see…”, “can you turn that off?”, and before you say that it can't be done. Answer with the way and its link, as [Settings → On call](/settings/on-call).",
  keywords:
    "how where help manual guide settings page pages app product feature possible turn off switch stop disable enable mute ringing notifications evening night quiet hours " +
    "devices members invite role permission policy mailbox privacy erase forever for good nothing stays export download import sign password delete archive keyboard shortcut",
  input: z.strictObject({
    query: z.string().trim().min(2).max(200).describe("What it is about: quiet hours, notifications"),
  }),
  effect: "read",
  egress: "none",
  brings: "team",
  tellsOutside: true,
  summarize: ({ query }) => `Looking up the help: ${query}`,
  async run({ query }, { manual }: InboxServices) {
    const pages = await manual();
    if (pages === null) return { kind: "failed", message: "The help pages can't be read now. Say so." };
    const found = rankByWords(
      pages,
      ({ title, alsoCalled, text }) => [
        [title, 3],
        [alsoCalled, 2],
        [text, 1],
      ],
      query,
    ).slice(0, MOST);
    const others = pages.filter((page) => !found.includes(page)).map(({ title }) => title);
    if (found.length === 0)
      return retry(`No help page has these words. Search by the title of one: ${others.join("; ")}.`);
    return {
      kind: "ok",
      data: {
        pages: found.map(({ id, title, text }) => ({ title, link: `/help/${id}`, text })),
        otherPages: others,
      },
    };
  },
});
