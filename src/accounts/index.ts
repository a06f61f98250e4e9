/**
 * Accounts: every customer is a folder of the workspace, maintained by the team and Steward. `state.md` holds
 * the current state, `history.md` its changes; replaying the history must yield the state, or the break is
 * shown. D1 rows are derived from the files.
 */
export { beginAccounts, CHECK_JOB, FOLLOWUPS_JOB } from "./begin.ts";
export { checkAccounts } from "./check.ts";
export { draftMorning, type DraftAnswer, type FollowupTask } from "./morning.ts";
export { importLines } from "./import.ts";
export { changesTo } from "./chain.ts";
export { accountsConsumer, fileKnown, filingConsumer } from "./consume.ts";
export { accountLine, listAccounts, sumAccounts, valuesAsked } from "./list.ts";
export { accountSource } from "./search-source.ts";
export { showAccount } from "./show.ts";
export { proposeFound, type ProposingDeps } from "./propose-found.ts";
export { readSources, type Read } from "./read-sources.ts";
export type { FilingDeps } from "./take-records.ts";
export { dueAccounts } from "./due.ts";
export { accountMadeSince, noteInHistory } from "./note-history.ts";
export { removeAccount, removeSource, restoreAccount } from "./remove.ts";
export { takeAccountFiles } from "./take-files.ts";
export { followupMaterials } from "./materials.ts";
export { accountMaterial } from "./question-material.ts";
export { nearAccounts, type NearAccounts } from "./near.ts";
export {
  candidateOf,
  describedAccounts,
  findAccountRow,
  resolveAccount,
  type ResolvedAccount,
} from "./resolve.ts";
export { chooseAmong } from "./choose-among.ts";
export {
  accountRules,
  calledStage,
  noSuchStage,
  refuseLostStages,
  stageNamed,
  stageRules,
  stageSettings,
  updateFields,
  updateMorning,
  updateStages,
  wordsOfStage,
} from "./stages.ts";
export {
  accountFile,
  changeAccount,
  createAccount,
  entriesAfter,
  headOfAccount,
  mendAccount,
  recordByHand,
  undoAccountChange,
  undoNewest,
} from "./store.ts";
