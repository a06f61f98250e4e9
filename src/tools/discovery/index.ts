/** Finding tools that are not in every prompt. */
import { defineToolset } from "../define-toolset.ts";
import type { AnyTool } from "../define-tool.ts";
import * as tools from "./tools.ts";

/** What `find_tools` looks through. */
export interface DiscoveryServices {
  readonly deferred: readonly AnyTool[];
}

export const discovery = defineToolset<DiscoveryServices>({
  name: "discovery",
  title: "Further tools",
  tools: Object.values(tools),
  open: (_tenant, { deferred }) => ({ deferred }),
});
