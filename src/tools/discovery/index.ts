/** Finding tools that are not in every prompt. */
import { defineToolset } from "../define-toolset.ts";
import * as tools from "./tools.ts";

export const discovery = defineToolset<null>({
  name: "discovery",
  title: "More tools",
  tools: Object.values(tools),
  open: () => null,
});
