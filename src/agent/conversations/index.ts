/** Conversations: the log of messages and turns in each conversation's object, and their directory in D1. */
export { acceptMessage } from "./accept-message.ts";
export { acceptOutcome } from "./accept-outcome.ts";
export {
  isUnable,
  MAIL_MESSAGE,
  NO_ACTION_MARKER,
  SLACK_MESSAGE,
  TEXT_MESSAGE,
  withoutMarker,
  type LeadOf,
  type Notice,
} from "./background-run.ts";
export { markUrgent, receiveTexts } from "./contact-text.ts";
export { ConversationLog } from "./conversation-log.ts";
export { findConversation, findRecorded, listConversations } from "./directory.ts";
export { identityAt } from "./identity-at.ts";
export { flusher } from "./flush.ts";
export { FrameGuard, type SocketSession } from "./frame-guard.ts";
export type { MessagesStore } from "./messages-store.ts";
export { expireSessions } from "./expire-sessions.ts";
export { findSession } from "./find-session.ts";
export { beginFork, carry, carryUpTo } from "./fork.ts";
export { closeSession, expireIdle, forkPoint, mayGoOnInFork, reopenSession } from "./session.ts";
export { messagePage } from "./message-page.ts";
export { transcriptFile, transcriptPage, wasRewritten } from "./transcript.ts";
export { endRestored } from "./end-restored.ts";
export { CONVERSATION_TABLES, migrate } from "./object-schema.ts";
export { NAMES_SAY, OUTSIDE_NOTE, OutsideText } from "./outside-text.ts";
export type { SendNotice } from "./conversation-notices.ts";
export { Peers, type Peer } from "./peers.ts";
export { listOpenQuestions, type OpenQuestion } from "./open-questions.ts";
export { peopleOf, presenceOf, type Presence, type PresentPage } from "./presence.ts";
export type { PromptStore } from "./prompt-store.ts";
export { receiveNotice } from "./receive-notice.ts";
export { receiveTrigger } from "./receive-trigger.ts";
export { cutAtWord, isEmail, isEnclosure, plainText, startsTurn } from "./state.ts";
export { standingOf } from "./standing.ts";
export { subRunJournal } from "./sub-run-journal.ts";
export { talkChanged, talkOf, talkSource } from "./talk-source.ts";
export { GIVEN } from "./turn-journal.ts";
export { TurnSupervisor, type TurnAttempt } from "./turn-supervisor.ts";
export type { Compaction, LogMessage, OfferedTools, PromptSnapshot, SubRun } from "./types.ts";
export { noticeUnread } from "./unread.ts";
export { snapshotEvent, type ViewCall } from "./views.ts";
export { settleAgent } from "./settle-agent.ts";
export { isMemberThread, memberThread, slackThreadId, slackThreadOf } from "./shared-thread.ts";
