/** A tenant's connections to vendors: read through `dbFor`, credentials decrypted just before use. */
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
export {
  calendarsIn,
  type CalendarEvent,
  type CalendarReader,
  type Calendars,
  type EventFields,
  type EventPlace,
  type GuestAnswer,
  type SomeFields,
  type StoredEvent,
} from "./calendars.ts";
export { mailIn, type Mail, type Mailboxes, type MailScope } from "./mail.ts";
export {
  findMailConnection,
  MAIL_VENDORS,
  saveMailSettings,
  type MailConnection,
  type MailVendor,
} from "./mail-connection.ts";
export { mailboxSettingsSchema, unlisted, type Mailbox, type MailboxSettings } from "./mailbox-settings.ts";
export { choiceIn, choiceOf, newerChoice, optsOut, type TextingChoice } from "./opt-out.ts";
export { linesFor } from "./texting.ts";
export type { AskedContact, ContactBook } from "./contact-book.ts";
export { findByNumber } from "./texting.ts";
export { isOwnCompany } from "./texting.ts";
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
