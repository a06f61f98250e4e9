import * as z from "zod";
import { listSchedules as list } from "../../schedules/index.ts";
import { defineTool } from "../define-tool.ts";
import { scheduleForModel } from "./when.ts";

/** Looks at what is scheduled. */
export const listSchedules = defineTool({
  name: "list_schedules",
  title: "List schedules",
  description:
    "Lists what is scheduled for you: reminders and recurring work, what is due first on top, with ids, words for when, and what went wrong last.",
  input: z.strictObject({}),
  effect: "read",
  egress: "none",
  summarize: () => "Looking at the schedules",
  async run(_, context) {
    const all = await list(await context.schedules());
    const ours = all.filter(({ kind }) => kind === "agent");
    const items = ours.map(scheduleForModel);
    // What nobody of the team said in their own words may be words from outside.
    const outside = ours.some(({ status, createdBy }) => status === "proposed" || createdBy?.kind !== "user");
    return { kind: "ok", items, total: items.length, keep: "first", outside };
  },
});
