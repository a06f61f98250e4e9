/** The notification about a schedule that the agent proposed. */
import type { TeamNews } from "../../platform/notifier.ts";
import type { Schedule } from "../api/schedules.ts";

/** Sent once per schedule. */
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
