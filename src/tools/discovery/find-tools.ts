import * as z from "zod";
import { defineTool } from "../define-tool.ts";
import { rankTools } from "./rank-tools.ts";

const MAX_FOUND = 5;

/** Brings tools into the conversation that are not in every prompt. */
export const findTools = defineTool({
  name: "find_tools",
  title: "Find a tool",
  done: "Looked for a tool",
  description:
    "Finds tools you have beyond those listed, by what you want to do. The found tools can be called from then on. Search before you say that you " +
    "can't do something.",
  input: z.strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe("What it should do, such as: move a calendar event; or the names of tools"),
  }),
  effect: "read",
  egress: "none",
  tellsOutside: true,
  summarize: ({ query }) => `Looking for a tool: ${query}`,
  async run({ query }, _, { findable = [] }) {
    const names = rankTools(findable, query)
      .slice(0, MAX_FOUND)
      .map(({ name }) => name);
    if (names.length > 0) return { kind: "tools", names };
    const known = findable.map(({ name }) => name).join(", ");
    return {
      kind: "retry",
      message: `No tool fits “${query}”. ${known === "" ? "There are no further tools." : `There are: ${known}.`}`,
    };
  },
});
