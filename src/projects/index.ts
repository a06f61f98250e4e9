/** Projects: what is to be done, by whom and until when. */
export { listChanges, undoChange } from "./changes.ts";
export { PHASE, PROJECT } from "./kinds.ts";
export type { ProjectDeps, ProjectNews, Writer } from "./ports.ts";
export {
  createPhase,
  createProject,
  listProjects,
  readBaseline,
  readProject,
  setBaseline,
} from "./projects.ts";
export { listTasks, listWork, readBoard, readTimeline, someTasks } from "./task-list.ts";
export { readTask } from "./task-sheet.ts";
export { changeTask, changeTasks, createTask, removeTask } from "./tasks.ts";
export { phaseView, projectView, taskView } from "./views.ts";
export { changeRecord, recordOf, removeRecord } from "./records.ts";
