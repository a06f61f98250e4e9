/** Tools on servers the team added. */
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import { once } from "../../../agent/tools/once.ts";
import { asRanked, toolsThatAreOn, type ServersServices } from "./offered.ts";
import * as tools from "./tools.ts";

export const servers = defineToolset<ServersServices>({
  name: "servers",
  title: "The team's own tool servers",
  place: 260,
  isServed: false,
  vendor: "mcp",
  tools: Object.values(tools),
  offered: async (tenant) => (await toolsThatAreOn(tenant.servers())).map(asRanked),
  open(tenant) {
    const deps = tenant.servers();
    return { deps, tools: once(() => toolsThatAreOn(deps)) };
  },
});
