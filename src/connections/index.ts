/**
 * A tenant's accounts at outside services: found through `dbFor`, their credentials opened only when a call
 * is about to be made.
 */
export {
  beginConsent,
  findConsent,
  forgetConsent,
  isAwaited,
  keepConsent,
  listUnused,
  takeConsent,
  takeUnused,
  type ConsentOwner,
} from "./consents.ts";
export {
  endAccess,
  findTokens,
  keepRenewed,
  pauseLease,
  readTokens,
  takeLease,
  writeTokens,
  type ConsentTokens,
  type StoredTokens,
} from "./renewal.ts";
export { openWebhookSecrets, sealWebhookSecrets } from "./webhook-secrets.ts";
export { openConnection, type Connection, type ConnectionKind, type OpenConnection } from "./connection.ts";
export { clickUpConnections, type ClickUpSettings } from "./clickup.ts";
export { dataServiceConnections, MOST_DATA_USERS, type DataServiceSettings } from "./data-service.ts";
export { jiraConnections, MAX_JIRA_PROJECTS, type JiraSettings } from "./jira.ts";
export { gitHubTeamConnections, MAX_REPOSITORIES, type GitHubTeamSettings } from "./github-team.ts";
export { gitHubConnections, removeGitHubConnection, saveGitHubConnection } from "./github.ts";
export { findGoogleInfo, googleConnections, saveMailSettings, type GoogleConnectionInfo } from "./google.ts";
export { unlisted, type GoogleSettings, type Mailbox } from "./google-settings.ts";
export type { CalendarEvent, Calendars } from "./calendars.ts";
export type { AttachmentFile, Mail, MailEnvelope, MailMessage, MailReader, MailSummary } from "./mail.ts";
export { choiceIn, choiceOf, newerChoice, optsOut, type TextingChoice } from "./opt-out.ts";
export { linesFor } from "./choose-line.ts";
export type { AskedContact, ContactBook } from "./contact-book.ts";
export { findByNumber } from "./find-by-number.ts";
export { isOwnCompany } from "./own-company.ts";
export { listLines, listQuoConnections, quoConnections } from "./quo.ts";
export type { QuoSettings } from "./quo-settings.ts";
export { listConnected } from "./rows.ts";
export {
  changeConnection,
  dropConnection,
  firstConnectionId,
  keepConnection,
  knownConnection,
  listConnectionRows,
  noteCheck,
  type ConnectionRow,
} from "./manage.ts";
export { sealCredential } from "./sealed.ts";
export { slackConnections, type SlackSettings } from "./slack.ts";
export {
  timeOfTs,
  tsSchema,
  type SlackChannel,
  type SlackMessage,
  type SlackUser,
} from "./slack-messages.ts";
export { cardBlocks, type SlackCard } from "./slack-card.ts";
export { attachmentWords, blockWords, messageWords } from "./slack-blocks.ts";
export { escapeMrkdwn, isOfEverybody, outgoingText, pingsIn, readableText, type Ping } from "./slack-text.ts";
export {
  TASK_PRIORITIES,
  type StoredTask,
  type TaskComment,
  type TaskMember,
  type TaskPriority,
} from "./tasks.ts";
export type {
  CallRecord,
  CallWordsRecord,
  HistoryPage,
  PastText,
  PhoneHistory,
  ThreadRef,
  Contact,
  Line,
  Texting,
  TextMessage,
} from "./texting.ts";
