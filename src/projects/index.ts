/** Projects: what has to be done, by whom and when. */
export { automationConsumer } from "./automate.ts";
export { projectNewsConsumer, type MemberNews } from "./member-news.ts";
export { tellWhatIsDue } from "./due-news.ts";
export { bringProject } from "./bring-in.ts";
export { changesOfRuns, listChanges, undoChange } from "./changes.ts";
export { checkHistories } from "./check-histories.ts";
export { createDocument, writeOnlyDocument } from "./document.ts";
export { removeDeleted } from "./remove-deleted.ts";
export { PHASE, PROJECT } from "./kinds.ts";
export {
  AUTOMATION,
  CHECKLIST_ITEM,
  COMMENT,
  CUSTOM_FIELD,
  DOCUMENT,
  FORM,
  GOAL,
  RATE,
  REMINDER,
  TAG,
  VIEW,
} from "./more-kinds.ts";
export {
  addComment,
  createChecklistItem,
  LISTS,
  listSubmissions,
  readGoal,
  submitForm,
} from "./more-records.ts";
export {
  applyOperations,
  isWritten,
  MAX_OPERATIONS,
  MUTABLE_ENTITIES,
  planOperations,
  undoBundle,
  type Described,
  type Operation,
} from "./mutate.ts";
export { commentSource, deletedShelves, fieldsOfTasks, projectSource, taskSource } from "./search-source.ts";
export { problemsOfProjects } from "./history-problems.ts";
export { namesOf } from "./names.ts";
export { PM_STREAMS, publishEvent, describeEvents, queryEvents } from "./pm-events.ts";
export type { ProjectDeps, Writer } from "./ports.ts";
export {
  createPhase,
  createProject,
  listProjects,
  readBaseline,
  readProject,
  setBaseline,
} from "./projects.ts";
export { answerQuery, describeEntities } from "./query.ts";
export type { AnyRow, RecordKind, Written } from "./record-kind.ts";
export { changeRecord, createRecord, recordOf, removeRecord } from "./records.ts";
export { listTasks, listWork, readBoard, readTimeline, someTasks } from "./task-list.ts";
export { readTask } from "./task-sheet.ts";
export { changeTask, changeTasks, createTask, removeTask } from "./tasks.ts";
export { bare, checklistView, commentView, phaseView, projectView, taskView } from "./views.ts";
export { importLists, importPage, importRows, previewImport, type ImportSource } from "./import-tasks.ts";
export { readProjectWithTasks } from "./with-tasks.ts";
export { isAsSealed } from "./seal.ts";
