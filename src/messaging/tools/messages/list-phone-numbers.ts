import * as z from "zod";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { MessageServices } from "./index.ts";

export const listPhoneNumbers = defineTool({
  name: "list_phone_numbers",
  title: "Check the phone lines",
  done: "Checked the phone lines",
  description:
    "Lists the company's own phone lines: name, number, and whether a line texts people outside the team or the team's own. Which line a text leaves from is " +
    "decided by its recipient.",
  keywords: "line lines our number inbox shared team quo openphone which",
  input: z.strictObject({}),
  effect: "read",
  lists: true,
  egress: "none",
  brings: "team",
  tellsOutside: true,
  summarize: () => "Checking the phone lines",
  run: async (_, { texting }: MessageServices) => ({
    kind: "list",
    items: texting.lines.map(({ label, number, audience }) => ({
      label,
      number,
      texts: audience === "internal" ? "the team's own people" : "people outside the team",
    })),
    keep: "first",
  }),
});
