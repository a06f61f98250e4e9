/** Conversations: the log of messages and turns in each conversation's object, and their directory in D1. */
export { acceptOutcome } from "./accept-outcome.ts";
export { NO_ACTION_MARKER, noticeOf, type Notice } from "./background-run.ts";
export { receiveText } from "./contact-text.ts";
export { findConversation, listConversations, type ConversationQuery } from "./directory.ts";
export { FrameDoor, type SocketSession } from "./frames.ts";
export { identityAt } from "./identity-at.ts";
export { TurnJournal, TurnLostError, type AnsweredCall, type CommittedReply } from "./journal.ts";
export { Ledger } from "./ledger.ts";
export type { TurnDisplay } from "./live-turn.ts";
export { migrate } from "./object-schema.ts";
export { OUTSIDE_NOTE, OutsideText } from "./outside-text.ts";
export { Peers, type Peer } from "./peers.ts";
export { peopleOf, presenceOf, type Presence, type PresentPage } from "./presence.ts";
export { project } from "./project.ts";
export { receiveTrigger } from "./receive-trigger.ts";
export { cutAtWord, isEmail, nextStep, plainText, startsTurn, type NextStep } from "./state.ts";
export type { ConversationStore } from "./store.ts";
export { TurnKeeper, type TurnAttempt } from "./turn-keeper.ts";
export type {
  CallAnswer,
  CallRow,
  Compaction,
  Epoch,
  JournaledCall,
  LogMessage,
  ModelStop,
  TraceStep,
  Turn,
  TurnEnd,
  TurnLimits,
  TurnLog,
} from "./types.ts";
export { noticeUnread } from "./unread.ts";
export { messageView, snapshotEvent } from "./views.ts";
