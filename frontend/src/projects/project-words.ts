import type { ProjectStatus } from "../../../src/projects/api/projects.ts";

export const PROJECT_STATUS_WORDS: Readonly<Record<ProjectStatus, string>> = {
  planned: "Planned",
  active: "Active",
  on_hold: "On hold",
  completed: "Completed",
  cancelled: "Canceled",
};
