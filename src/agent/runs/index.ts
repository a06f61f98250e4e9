/** Runs: their types, next step, journal, and records for people. */
export { endLostRuns } from "./end-lost.ts";
export { NO_DISPLAY, type RunDisplay } from "./display.ts";
export { resultsEntry, RunLostError, RunWriter, type Journal, type JournalEntry } from "./journal.ts";
export { listHooks } from "./hook-log.ts";
export {
  costByConversation,
  costBySource,
  findRuns,
  findRunTrace,
  recentRuns,
  sentBy,
  listRuns,
  type Run,
  type RunOrigin,
  type RunTrace,
} from "./list-runs.ts";
export { memoryJournal, type MemoryJournal } from "./memory-journal.ts";
export { dependsOnLimits, nextStep, waitedFor } from "./next-step.ts";
export {
  holderOf,
  isPassage,
  passage,
  passagesIn,
  shortenedPassage,
  SUMMARIZED,
  TRUNCATED,
  type Passage,
  type PassagePlace,
} from "./passages.ts";
export { reviewRun } from "./review.ts";
export { runRecord, stepRecords, type RunMode, type RunRecord } from "./records.ts";
export {
  NO_FIGURES,
  type CallAnswer,
  type CallRow,
  type Fallback,
  type HookRecord,
  type Sent,
  type MessageKind,
  type ModelStop,
  type RunEnd,
  type RunError,
  type RunFailureCode,
  type SettledReason,
  type RunFigures,
  type RunLimits,
  type RunLog,
  type RunState,
  type ToolAnswer,
  type ToolCall,
  type TraceStep,
} from "./types.ts";
