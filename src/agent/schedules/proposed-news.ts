/** What the team hears of a schedule the agent only proposed. */
import type { TeamNews } from "../../platform/notify.ts";
import type { Schedule } from "../api/schedules.ts";

/** The notification; the same schedule notifies once. */
export function proposedScheduleNews({ id, title, when, instruction }: Schedule): TeamNews {
  return {
    key: `schedule-proposed:${id}`,
    about: `schedule:${id}`,
    title: `Proposed schedule: ${title}`,
    body: `${when}. ${instruction}`,
    path: "/schedules",
    urgent: false,
  };
}
