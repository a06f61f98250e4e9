/** All tools, from the toolsets that features declare. */
import { fromFeatures } from "../../kernel/features.ts";
import type { AnyTool } from "./define-tool.ts";
import type { Toolset } from "./define-toolset.ts";

declare module "../../kernel/features.ts" {
  interface Feature {
    readonly toolsets?: readonly Toolset[];
  }
}

interface CatalogueEntry {
  readonly tool: AnyTool;
  readonly toolset: Toolset;
}

/** In the order in which models receive the tools. */
export const allToolsets = fromFeatures((features): readonly Toolset[] =>
  features
    .flatMap((feature) => feature.toolsets ?? [])
    .toSorted((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity) || 0),
);

/** Toolsets available to MCP clients. */
export const servedToolsets = fromFeatures((): readonly Toolset[] =>
  allToolsets().filter(({ isServed = true }) => isServed),
);

/** Names of all tools available to MCP clients. */
export const servedNames = fromFeatures((): readonly string[] =>
  servedToolsets().flatMap(({ tools }) => tools.map(({ name }) => name)),
);

/** The agent name for calls of MCP clients. Persisted. */
export const MCP_AGENT = "mcp";

const entries = fromFeatures(
  (): ReadonlyMap<string, CatalogueEntry> =>
    new Map(allToolsets().flatMap((toolset) => toolset.tools.map((tool) => [tool.name, { tool, toolset }]))),
);

/** In the order of the toolsets. */
export const catalogue = fromFeatures((): readonly AnyTool[] =>
  [...entries().values()].map(({ tool }) => tool),
);

/** Returns null for an unknown tool. */
export function findTool(name: string): CatalogueEntry | null {
  return entries().get(name) ?? null;
}
