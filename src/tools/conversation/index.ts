/** The conversation itself. */
import { defineToolset } from "../define-toolset.ts";
import * as tools from "./tools.ts";

export const conversation = defineToolset({
  name: "conversation",
  title: "The conversation",
  tools: Object.values(tools),
  open: () => null,
});
