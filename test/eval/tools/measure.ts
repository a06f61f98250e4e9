/**
 * How well `find_tools` brings the tool that is needed. A wish is a colleague's sentence, the queries that two readers wrote for it without
 * knowing the tools, and the tools that help.
 */
import * as z from "zod";
import { offeredTools } from "../../../src/agent/tools/agent-tools.ts";
import { findTool } from "../../../src/agent/tools/catalogue.ts";
import { rankTools } from "../../../src/agent/tools/discovery/rank-tools.ts";
import wishes from "./wishes.json" with { type: "json" };

const wishSchema = z.strictObject({
  said: z.string().min(1),
  queries: z.array(z.string().min(1).max(200)).min(1),
  tools: z.array(z.string()).min(1),
});

/** A tool that helps is among so many. */
const FIRST = 3;
/** The least share of queries for which it is. */
export const TOOLS_LINE = 0.97;

interface Missed {
  readonly query: string;
  readonly tools: readonly string[];
  readonly got: readonly string[];
}

export interface ToolFigures {
  readonly wishes: number;
  readonly queries: number;
  /** Share of the queries that bring a tool that helps. */
  readonly found: number;
  readonly missed: readonly Missed[];
}

export function measureTools(): ToolFigures {
  const { core, deferred } = offeredTools("steward");
  const findable = deferred.flatMap((name) => findTool(name)?.tool ?? []);
  // Core tools need no search.
  const all = z
    .array(wishSchema)
    .parse(wishes)
    .filter(({ tools }) => !tools.some((name) => core.includes(name)));
  const asked = all.flatMap(({ queries, tools }) => queries.map((query) => ({ query, tools })));
  const missed = asked.flatMap(({ query, tools }): Missed[] => {
    const got = rankTools(findable, query)
      .slice(0, FIRST)
      .map(({ name }) => name);
    return tools.some((name) => got.includes(name)) ? [] : [{ query, tools, got }];
  });
  return { wishes: all.length, queries: asked.length, found: 1 - missed.length / asked.length, missed };
}
