/** Every tool there is, from the toolsets that features declare. */
import { fromFeatures } from "../../kernel/features.ts";
import type { AnyTool } from "./define-tool.ts";
import type { Toolset } from "./define-toolset.ts";

declare module "../../kernel/features.ts" {
  interface Feature {
    readonly toolsets?: readonly Toolset[];
  }
}

/** A tool and where it belongs. */
interface CatalogueEntry {
  readonly tool: AnyTool;
  readonly toolset: Toolset;
}

/** Every toolset, in the order the model is given their tools. */
export const allToolsets = fromFeatures((features): readonly Toolset[] =>
  features
    .flatMap((feature) => feature.toolsets ?? [])
    .toSorted((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity) || 0),
);

/** Those that other agents are served over the Model Context Protocol. */
export const servedToolsets = fromFeatures((): readonly Toolset[] =>
  allToolsets().filter(({ isServed = true }) => isServed),
);

/** Names of all tools that clients are served at all. */
export const servedNames = fromFeatures((): readonly string[] =>
  servedToolsets().flatMap(({ tools }) => tools.map(({ name }) => name)),
);

/** The agent a client's calls are made as. Persisted with what it proposes. */
export const MCP_AGENT = "mcp";

const entries = fromFeatures(
  (): ReadonlyMap<string, CatalogueEntry> =>
    new Map(allToolsets().flatMap((toolset) => toolset.tools.map((tool) => [tool.name, { tool, toolset }]))),
);

/** Every tool there is, in the toolsets' order. */
export const catalogue = fromFeatures((): readonly AnyTool[] =>
  [...entries().values()].map(({ tool }) => tool),
);

/** A tool by name, with its toolset; null for one that does not exist. */
export function findTool(name: string): CatalogueEntry | null {
  return entries().get(name) ?? null;
}
