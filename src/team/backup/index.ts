/** Team-level backup, restore and permanent deletion, for operators. */
export type { Certificate } from "./certificate.ts";
export {
  callOffDeletion,
  continueDeletion,
  deleteOn,
  findCertificate,
  planDeletion,
  plannedDeletion,
  startDeletion,
  type DeletionState,
  type PlannedDeletion,
} from "./delete.ts";
export type { BackupDeps, TeamPlaces } from "./ports.ts";
export { outline, teamConversations, teamFiles, teamRows, type TeamOutline } from "./read.ts";
export {
  beginRestore,
  finishRestore,
  requireWriting,
  pauseRestore as rest,
  restoreObjectRows,
  restoreRows,
  settleConversations,
} from "./restore.ts";
export { searchTeam, type Found } from "./search-after.ts";
