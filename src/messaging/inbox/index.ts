/** The inbox: incoming items, stored once and dispatched until delivered. */
export { Backlog } from "./backlog.ts";
export { textRow } from "./accept.ts";
export { deliveryStatements, isUndelivered, nextLookAt } from "./delivery.ts";
export { acceptSlack, type SlackInbound } from "./accept-slack.ts";
export {
  slackAsk,
  slackStream,
  type SlackDeps,
  type SlackReply,
  type SlackWorkspace,
} from "./dispatch-slack.ts";
export { dropMail, listFailingMail, retryMail } from "./failing-mail.ts";
export { conversationOfMail, mailStream, mailThreadKey, mailThreadPath } from "./dispatch-mail.ts";
export {
  answerImported,
  identityFor,
  lineOf,
  textStream,
  threadKeyOf,
  wordsBeside,
  wordsOf,
} from "./dispatch-text.ts";
export { judgeUrgency, Patience, type JudgeDeps } from "./judge-urgency.ts";
export type { MailDeps, MailRow, PollDeps } from "./mail-ports.ts";
export { mailLinks, type MailPlace } from "./mail-links.ts";
export { mailPages, type MailPages, type MailProbe } from "./mail-pages.ts";
export { mailKeyOf, THREAD_CHANGED, unknownIds } from "./accept-mail.ts";
export { mailsByKeys, mailSource } from "./mail-search-source.ts";
export { allowTexting, optOutOf, optOutStatements } from "./opt-outs.ts";
export { recordSent, recordSentMail } from "./own-sends.ts";
export { lastWords } from "./last-words.ts";
export { recentThreads, type RecentThread, type ThreadSide } from "./recent-threads.ts";
export { ensureMailJobs } from "./mail-jobs.ts";
export { mailboxes } from "./mailboxes.ts";
export { mailOfMessage } from "./member-mail.ts";
export { checkMail, forgetMailPolls, pollDue } from "./poll-mail.ts";
export { readPastMail } from "./past-mail.ts";
export { expectReturns } from "./returned-mail.ts";
export type { InboxDeps } from "./ports.ts";
export { isReaction } from "./reactions.ts";
export { quietReason, sortRecipients } from "./run-triggers.ts";
export { numberOwners, textPath, textSource, type NumberOwner, type NumberOwners } from "./search-source.ts";
export { dispatchKeys, sweep, type Stream, type Waiting } from "./stream.ts";
export { summarizeInbox } from "./summarize-mail.ts";
export { SecretMemory } from "./secret-memory.ts";
export { sentSince } from "./sent-since.ts";
export { MAX_TEXT_MEDIA } from "../api/text-media.ts";
export type { InboundCall, InboundEvent, InboundText } from "./types.ts";
export {
  acceptDelivery,
  mustHaveRoom,
  provenDelivery,
  provenForApp,
  type AcceptedDelivery,
  type AppWebhooks,
  type WebhookDeps,
  type WebhookForm,
  type WebhookSecrets,
  type WebhookSource,
} from "./webhook-source.ts";
