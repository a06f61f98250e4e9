/** Finding tools that are not in every prompt. */
import { defineToolset } from "../define-toolset.ts";
import { once } from "../once.ts";
import { toolsThatAreOn } from "../../../mcp/servers/tools/offered.ts";
import type { DiscoveryServices } from "./find-tools.ts";
import * as tools from "./tools.ts";

export const discovery = defineToolset<DiscoveryServices>({
  name: "discovery",
  title: "More tools",
  place: 10,
  isServed: false,
  tools: Object.values(tools),
  open: (tenant) => ({ serverTools: once(() => toolsThatAreOn(tenant.servers())) }),
});
