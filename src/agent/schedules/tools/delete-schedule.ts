import * as z from "zod";
import { changeSchedule } from "../index.ts";
import { defineTool } from "../../tools/define-tool.ts";
import { changed } from "./change.ts";
import type { ScheduleServices } from "./index.ts";

/** Deletes a schedule; people can restore it. */
export const deleteSchedule = defineTool({
  name: "delete_schedule",
  title: "Delete a schedule",
  done: "Deleted a schedule",
  description:
    "Deletes a schedule that a colleague in this conversation asks you to delete. Find its id with list_schedules; ask which one where several fit.",
  input: z.strictObject({ id: z.string().min(1).max(200).describe("Id from list_schedules") }),
  effect: "internal",
  egress: "none",
  summarize: () => "Deleting a schedule",
  run({ id }, services: ScheduleServices, { asker }) {
    return changed(services, { id, asker, changes: ["delete"] }, (deps, by) =>
      changeSchedule(deps, id, { deleted: true }, by),
    );
  },
});
