/** The tools of this toolset. To add one, add its file and a line here. */
export { extractTasks } from "./extract-tasks.ts";
export { findRelatedTasks } from "./find-related-tasks.ts";
export { prepareTaskCreation } from "./prepare-task-creation.ts";
