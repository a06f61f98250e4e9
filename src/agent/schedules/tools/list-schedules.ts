import * as z from "zod";
import { listSchedules as list } from "../index.ts";
import { defineTool } from "../../tools/define-tool.ts";
import type { ScheduleServices } from "./index.ts";
import { scheduleForModel } from "./when.ts";

export const listSchedules = defineTool({
  name: "list_schedules",
  title: "Check the schedules",
  done: "Checked the schedules",
  description:
    "Lists what is scheduled for you: reminders and recurring work, what is due first on top, with ids, words for when, and what went wrong last.",
  input: z.strictObject({}),
  effect: "read",
  lists: true,
  egress: "none",
  tellsOutside: true,
  summarize: () => "Looking at the schedules",
  async run(_, services: ScheduleServices) {
    const all = await list(services);
    const ours = all.filter(({ kind }) => kind === "agent");
    const items = ours.map((schedule) => scheduleForModel(schedule, services.timeZone));
    // Text that isn't a member's own may come from outside.
    const outside = ours.some(
      ({ status, createdBy }) =>
        status === "proposed" || createdBy?.kind !== "user" || createdBy.heardOutside === true,
    );
    return { kind: "list", items, keep: "first", outside };
  },
});
