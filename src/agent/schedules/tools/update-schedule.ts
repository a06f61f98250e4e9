import * as z from "zod";
import { changeSchedule } from "../index.ts";
import { defineTool, retry } from "../../tools/define-tool.ts";
import { changed } from "./change.ts";
import type { ScheduleServices } from "./index.ts";
import type { ScheduleChange } from "./own-words.ts";
import { cadenceOf, ONE_OF_TWO, whenFields } from "./when.ts";

/** Pauses, resumes or moves a schedule. Only people can change its instruction. */
export const updateSchedule = defineTool({
  name: "update_schedule",
  title: "Change a schedule",
  done: "Changed a schedule",
  description:
    "Pauses, resumes or moves a schedule that a colleague in this conversation asks you to change. Find its id with list_schedules. To change what is run, " +
    "delete it and make a new one.",
  input: z.strictObject({
    id: z.string().min(1).max(200).describe("Id from list_schedules"),
    paused: z.boolean().optional().describe("true pauses it, false resumes it"),
    ...whenFields,
  }),
  effect: "internal",
  egress: "none",
  summarize: ({ paused }) =>
    paused === undefined ? "Moving a schedule" : paused ? "Pausing a schedule" : "Resuming a schedule",
  async run({ id, paused, at, cron }, services: ScheduleServices, { asker }) {
    const cadence = cadenceOf({ at, cron });
    if (at !== undefined && cron !== undefined) return retry(ONE_OF_TWO);
    if (cadence === null && paused === undefined) return retry("Say what is to change: paused, at or cron.");
    const changes: ScheduleChange[] = [
      ...(paused === undefined ? [] : [paused ? ("pause" as const) : ("resume" as const)]),
      ...(cadence === null ? [] : ["move" as const]),
    ];
    return changed(services, { id, asker, changes }, (deps, by) =>
      changeSchedule(deps, id, { paused, cadence: cadence ?? undefined }, by),
    );
  },
});
