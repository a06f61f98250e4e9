import * as z from "zod";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { WebServices } from "./index.ts";

/** Personal contact data: seven or more digits with separators, or an e-mail address. */
const OF_PEOPLE = /(?:\+?\d[\s().-]?){7,}|[^\s@]+@[^\s@]+\.[^\s@]+/;

export const researchWeb = defineTool({
  name: "research_web",
  title: "Look something up on the web",
  done: "Looked something up on the web",
  description:
    "Has a researcher answer one question from the websites the team lists: rents and listings nearby, rules, opening hours, how-tos. It knows nothing of this conversation or the team's records. Returns its answer with marks and the pages they stand for: give the person the links. Takes up to a minute or two.",
  keywords:
    "internet google search online website look up research news market rent comparable listing law rule price browse url page",
  input: z.strictObject({
    question: z
      .string()
      .trim()
      .min(8)
      .max(600)
      .describe(
        "A whole question with place and time: 'What do two-bedroom apartments rent for in Lawrenceville, Pittsburgh now?' Nothing about residents, no numbers or addresses of people.",
      ),
  }),
  effect: "read",
  egress: "listed_sites",
  brings: "public",
  summarize: ({ question }) => `Looking up on the web: ${question}`,
  async run({ question }, { research }: WebServices, { conversationId, runId }) {
    if (OF_PEOPLE.test(question))
      return {
        kind: "retry",
        message: "Leave numbers and e-mail addresses out of the question: it goes to the web.",
        isUnsent: true,
      };
    const { text, sources, problem } = await research({ question, conversationId, runId });
    if (problem !== null) return { kind: "failed", message: problem };
    const pages = sources.map(({ title, url, quote }, index) => ({
      mark: index + 1,
      url,
      ...(title === "" ? {} : { title }),
      ...(quote === "" ? {} : { quote }),
    }));
    return { kind: "ok", data: { answer: text, pages } };
  },
});
