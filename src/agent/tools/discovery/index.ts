/** Tools that find other tools. */
import { defineToolset } from "../define-toolset.ts";
import { once } from "../once.ts";
import { allToolsets } from "../catalogue.ts";
import type { DiscoveryServices } from "./find-tools.ts";
import * as tools from "./tools.ts";

export const discovery = defineToolset<DiscoveryServices>({
  name: "discovery",
  title: "More tools",
  place: 10,
  isServed: false,
  tools: Object.values(tools),
  open: (tenant) => ({
    offered: once(async () => {
      const offered = allToolsets().map((toolset) => toolset.offered?.(tenant) ?? Promise.resolve([]));
      return (await Promise.all(offered)).flat();
    }),
  }),
});
