/** The inbox: what arrives from outside, kept once and handed on until it is where it belongs. */
export { checkMail } from "./check-mail.ts";
export { mailThreadKey, nameOf, wordsOfMail } from "./hand-on-mail.ts";
export { LOOK_MS } from "./look.ts";
export { updateMailSettings } from "./mail-settings.ts";
export type { MailCheckDeps, MailDeps, MailRow } from "./mail-ports.ts";
export { mailSource } from "./mail-search-source.ts";
export { sweepMails } from "./sweep-mail.ts";
export { acceptEvent, textRow, type AcceptedEvent } from "./accept.ts";
export { hasOptedOut, optOutStatements } from "./opt-outs.ts";
export { recordSent } from "./own-sends.ts";
export type { InboxDeps } from "./ports.ts";
export { textPath, textSource, type NumberOwner } from "./search-source.ts";
export { identityFor, threadKeyOf, wordsOf } from "./hand-on.ts";
export { quietReason, sortRecipients } from "./route.ts";
export { createDrain, sweepInbox, type SweepDeps } from "./sweep.ts";
export { createUrgentFirst } from "./urgent-first.ts";
export type { InboundCall, InboundEvent, InboundText, KnownContact } from "./types.ts";
