/** The conversation itself. */
import { defineToolset } from "../define-toolset.ts";
import { askUser } from "./ask-user.ts";

export const conversation = defineToolset({
  name: "conversation",
  title: "The conversation",
  tools: [askUser],
  open: () => null,
});
