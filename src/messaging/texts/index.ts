/** Texts and calls as a team sees them: by contact. */
export { directTextOptions, sendDirectText, type DirectTextDeps } from "./direct-text.ts";
export { groupLints, isKnownNumber, readThread, type ThreadEntry, type ThreadPart } from "./thread.ts";
export {
  advanceCalls,
  beginBackfill,
  continueBackfills,
  endBackfill,
  listBackfills,
  type PastWorld,
} from "./past.ts";
export { saidInCall } from "./calls.ts";
export { lookUpArrivals } from "./arrivals.ts";
export { pastBeingRead } from "./being-read.ts";
export { BY_HAND, callText, textRecords, type RecordedWords, type TextRecords } from "./records.ts";
export { readTextMedia, type TextMediaDeps } from "./media.ts";
export { findText, textsWithin, type RecordedText } from "./find-text.ts";
export { findCall, isMissed, listCalls, type RecordedCall } from "./list-calls.ts";
export { callSource } from "./search-source.ts";
export type { TextPages } from "./text-pages.ts";
