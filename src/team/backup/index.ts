/** A team as a whole: its backup, its restore and its deletion for good, for the people who run the deployment. */
export type { Certificate } from "./certificate.ts";
export { deleteOn, findCertificate, type DeletionState } from "./delete.ts";
export type { BackupDeps, TeamFile, TeamFiles, TeamPlaces } from "./ports.ts";
export { outline, teamConversations, teamFiles, teamRows, type TeamOutline } from "./read.ts";
export {
  beginRestore,
  finishRestore,
  requireWriting,
  rest,
  restoreObjectRows,
  restoreRows,
  settleConversations,
} from "./restore.ts";
export { searchTeam, type Found } from "./search-after.ts";
