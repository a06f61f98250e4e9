/** Finding tools that are not in every prompt. */
import { defineToolset } from "../define-toolset.ts";
import type { AnyTool } from "../define-tool.ts";
import { findTools } from "./find-tools.ts";
import { useTool } from "./use-tool.ts";

/** What `find_tools` looks through. */
export interface DiscoveryServices {
  readonly deferred: readonly AnyTool[];
}

export const discovery = defineToolset<DiscoveryServices>({
  name: "discovery",
  title: "Further tools",
  tools: [findTools, useTool],
  open: (_tenant, { deferred }) => ({ deferred }),
});
