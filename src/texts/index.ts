/** Texts and calls as a team reads them: by the person they were with. */
export {
  groupLints,
  groupOf,
  isKnownNumber,
  readThread,
  type ThreadEntry,
  type ThreadPart,
} from "./thread.ts";
export {
  advanceCalls,
  beginBackfill,
  continueBackfills,
  endBackfill,
  listBackfills,
  type PastWorld,
} from "./past.ts";
export { textRecords, type FoundWords, type RecordedWords, type TextRecords } from "./records.ts";
export { callSource } from "./search-source.ts";
