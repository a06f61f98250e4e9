/** The tools of this toolset. Adding one is its file and a line here. */
export { extractTasks } from "./extract-tasks.ts";
export { findRelatedTasks } from "./find-related-tasks.ts";
export { prepareTaskCreation } from "./prepare-task-creation.ts";
