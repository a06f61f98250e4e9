import * as z from "zod";
import { fromFeatures } from "../../../kernel/features.ts";
import { allVendors } from "../../../platform/vendors.ts";
import { defineTool, type AnyTool, retry } from "../define-tool.ts";
import { findTool } from "../catalogue.ts";
import { rankTools } from "./rank-tools.ts";

const MAX_FOUND = 5;
const vendorTitles = fromFeatures((): readonly string[] => [
  ...new Set(allVendors().map(({ title }) => title.split(" ")[0] ?? title)),
]);

export interface DiscoveryServices {
  /** Remote tools that ours reach, such as those of custom servers. */
  readonly offered: () => Promise<readonly AnyTool[]>;
}

/** Adds tools that are not in every prompt to the conversation. */
export const findTools = defineTool({
  name: "find_tools",
  title: "Find a tool",
  done: "Looked for a tool",
  description:
    "Brings in tools beyond those listed, by name (surest) or by what you want to do; they can be called from then on. Search before you say that " +
    "you can't do something.",
  input: z.strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe("Names of tools, or what one should do: move a calendar event"),
  }),
  effect: "read",
  egress: "none",
  brings: "team",
  tellsOutside: true,
  summarize: ({ query }) => `Looking for a tool: ${query}`,
  async run({ query }, services: DiscoveryServices, { findable: all = [] }) {
    // The tools that call servers are added if a remote tool matches, or by name, because they themselves don't say
    // what they reach.
    const ofServers = all.filter(({ name }) => findTool(name)?.toolset.offered !== undefined);
    const findable = all.filter((tool) => !ofServers.includes(tool));
    const offered = ofServers.length === 0 ? [] : await services.offered();
    const absent = absentVendors([...findable, ...offered], query);
    if (absent.length > 0)
      return retry(
        `${absent.join(" and ")} isn't connected here; an admin connects it under Settings → Connections. Say so. Search again without it for what else is wanted, and use no other service in its place unless asked.`,
      );
    const names = [
      ...rankTools(findable, query).slice(0, MAX_FOUND),
      ...(rankTools(offered, query).length > 0 || namesOne(ofServers, query) ? ofServers : []),
    ].map(({ name }) => name);
    if (names.length > 0) return { kind: "tools", names };
    return {
      kind: "failed",
      message: `No tool fits “${query}”. Search once more in other words, or say that you can't do it here. A service that isn't connected is connected by an admin under Settings → Connections.`,
    };
  },
});

/** Whether a query names one of the tools, literally or in words. */
function namesOne(tools: readonly AnyTool[], query: string): boolean {
  return tools.some(({ name }) => query.replaceAll(" ", "_").includes(name));
}

/** Vendors that a query names and no tool reaches; empty if it also names one that is reached. */
function absentVendors(findable: readonly AnyTool[], query: string): string[] {
  const holds = (text: string, title: string): boolean => new RegExp(`\\b${title}\\b`, "i").test(text);
  const named = vendorTitles().filter((title) => holds(query, title));
  const absent = named.filter((title) =>
    findable.every(({ title: own, keywords = "", description }) =>
      [own, keywords, description].every((text) => !holds(text, title)),
    ),
  );
  return absent.length === named.length ? absent : [];
}
