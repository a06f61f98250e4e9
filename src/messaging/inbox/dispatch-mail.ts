/**
 * Dispatches e-mails: an incoming one to the conversation of its thread; a colleague's own marks drafts
 * stale. Every step is idempotent, so an interrupted e-mail is simply dispatched again.
 */
import { and, asc, eq, sql } from "drizzle-orm";
import { findRecorded, memberThread } from "../../agent/conversations/index.ts";
import { mails } from "../tables/mails.ts";
import type { EmailPart } from "../../agent/api/message.ts";
import type { ConversationIdentity } from "../../agent/api/objects.ts";
import type { RoutedTo } from "../../platform/api/notification-kinds.ts";
import { isoTime, msOf } from "../../kernel/clock.ts";
import type { MailReason, MemberMail } from "../api/reasons.ts";
import type { MailDeps, MailRow } from "./mail-ports.ts";
import type { Stream, Waiting } from "./stream.ts";
import { threadChanged } from "./accept-mail.ts";
import { requestOf, mailMessageId, writerOf } from "./member-mail.ts";
import { teamWord } from "./urgent.ts";

const PREVIEW_CHARS = 140;
/** E-mails that arrive in a thread within this window are handled together. */
const GATHER_MS = 3_000;
const GATHER_MAX_MS = 15_000;

export function mailThreadKey(threadId: string): string {
  return `email:${threadId}`;
}

/** Persisted: a colleague wrote it to Steward. */
export const BY_MEMBER = "by_member" satisfies MemberMail;

/** The conversation that contains this e-mail. */
export function conversationOfMail({ threadId, reason }: Pick<MailRow, "threadId" | "reason">): string {
  return reason === BY_MEMBER ? memberThread(threadId) : mailThreadKey(threadId);
}

/** The e-mail thread behind a conversation; null for other conversations. */
export function threadOfMail(conversationId: string): string | null {
  const thread = conversationId.slice(conversationId.indexOf(":") + 1);
  return [mailThreadKey(thread), memberThread(thread)].includes(conversationId) ? thread : null;
}

/** App path of an e-mail thread in the inbox. */
export function mailThreadPath(threadId: string): string {
  return `/emails/${encodeURIComponent(mailThreadKey(threadId))}`;
}

/** App path of the e-mail's message. */
export function mailPage(row: Pick<MailRow, "mailbox" | "id" | "threadId" | "reason">): string {
  const thread = encodeURIComponent(conversationOfMail(row));
  return `/conversations/${thread}?message=${encodeURIComponent(mailMessageId(row))}`;
}

interface WaitingMail extends Waiting {
  readonly mailbox: string;
  readonly id: string;
}

/** E-mails of a tenant, ordered within a thread. */
export function mailStream(deps: MailDeps): Stream<WaitingMail> {
  const { db, clock, logger } = deps;
  return {
    clock,
    logger,
    name: "email",
    async waiting(key, limit) {
      const rows = await db
        .rows(mails, sql`${mails.state} = 'received' and ${mails.threadId} = ${key}`)
        .orderBy(asc(mails.at), asc(mails.receivedAt))
        .limit(limit);
      return rows.map(({ tenantId, mailbox, id, receivedAt, attempts }) => {
        return { tenantId, mailbox, id, key, receivedMs: msOf(receivedAt), attempts };
      });
    },
    async overdueKeys(beforeMs, limit) {
      const rows = await db
        .pick(
          { key: mails.threadId },
          mails,
          sql`${mails.state} = 'received' and ${mails.receivedAt} <= ${isoTime(beforeMs)}`,
        )
        .groupBy(mails.threadId)
        .orderBy(sql`min(${mails.attempts})`, sql`min(${mails.receivedAt})`)
        .limit(limit);
      return rows.map((row) => String(row["key"]));
    },
    dispatch: (mail) => dispatchMail(deps, mail),
    async noteFailure(mail) {
      await db.update(
        mails,
        { attempts: sql`${mails.attempts} + 1` },
        sql`${isRow(mail)} and ${mails.state} = 'received'`,
      );
    },
    async tellUnread(mail) {
      const row = await db.find(mails, isRow(mail));
      if (row?.state === "received" && row.direction === "incoming") await deps.tellUnread(row);
    },
  };
}

/** Dispatches an e-mail unless already done. Throws if a step failed. */
async function dispatchMail(
  deps: MailDeps,
  mail: { readonly mailbox: string; readonly id: string },
): Promise<void> {
  const row = await deps.db.find(mails, isRow(mail));
  if (row?.state !== "received") return;
  const threadKey = mailThreadKey(row.threadId);
  if (await deps.isOwnMail(row)) return settle(deps, row, "recorded", "own");
  if (row.direction === "outgoing") {
    await deps.settleUrgent(threadKey);
    await settle(deps, row, "recorded", "by_hand");
    return deps.showSent(threadKey);
  }
  const writer = await writerOf(deps, row);
  if (writer !== null && typeof writer !== "string") {
    const { identity, message } = await requestOf(deps, row, partOf(row), writer);
    await deps.receiveFromMember(identity, message);
    return settle(deps, row, "handed", BY_MEMBER);
  }
  await receive(deps, row, writer);
  await deps.markThreadStale(threadKey, { code: "new_email" }, row.id);
  await settle(deps, row, "handed", writer);
}

async function receive(
  deps: MailDeps,
  row: MailRow,
  notTheirs: NonNullable<EmailPart["notTheirs"]> | null,
): Promise<void> {
  const contact = await deps.contactOf(row.fromAddress);
  const name = nameOf(row, contact?.name);
  const known = await findRecorded(deps.db, mailThreadKey(row.threadId));
  const routedTo =
    (await deps.routeTo({ words: wordsOfMail(row), name, address: row.fromAddress })) ??
    known?.trigger?.routedTo ??
    null;
  const who = { ...(contact === null ? {} : { id: contact.id }), name };
  await deps.receive(identityOf(deps, row, who, routedTo), [
    {
      messageId: mailMessageId(row),
      author: { kind: "contact", ...(contact === null ? {} : { id: contact.id }), name },
      text: wordsOfMail({ ...row, ...shownWords(row) }),
      email: { ...partOf(row), ...(notTheirs === null ? {} : { notTheirs }) },
      sentAt: row.at,
      gatherMs: GATHER_MS,
      gatherMaxMs: GATHER_MAX_MS,
    },
  ]);
  const { urgentWords } = await deps.settings();
  await deps.judge(
    {
      id: mailMessageId(row),
      source: "email",
      conversationId: mailThreadKey(row.threadId),
      name,
      words: heardWords(row),
      routedTo,
    },
    teamWord(heardWords(row), urgentWords),
  );
}

function identityOf(
  { db }: MailDeps,
  row: MailRow,
  contact: { readonly id?: string; readonly name: string },
  routedTo: RoutedTo | null,
): ConversationIdentity {
  return {
    tenantId: db.tenantId,
    conversationId: mailThreadKey(row.threadId),
    source: "email",
    title: titleOf(contact.name, row.subject),
    contact,
    trigger: {
      source: "email",
      eventId: row.id,
      preview: wordsOfMail(row).slice(0, PREVIEW_CHARS),
      contactName: contact.name,
      threadId: row.threadId,
      address: row.fromAddress,
      ...(row.checkName === null ? {} : { check: row.checkName }),
      ...(routedTo === null ? {} : { routedTo }),
    },
  };
}

/** Name and subject, without repeating either. */
function titleOf(name: string, subject: string): string {
  if (subject === "") return name;
  return (subject.startsWith(name) ? subject : `${name}: ${subject}`).slice(0, 200);
}

/**
 * Characters of an e-mail included in its conversation, which every turn rereads; `read_email` returns the
 * rest.
 */
const PART_CHARS = { text: 20_000, quoted: 10_000 } as const;

/** The part of an e-mail's text shown in its conversation, and the total length. */
export function shownWords({ text }: Pick<MailRow, "text">): Pick<EmailPart, "text" | "wholeChars"> {
  return text.length <= PART_CHARS.text
    ? { text }
    : { text: text.slice(0, PART_CHARS.text), wholeChars: text.length };
}

export function partOf(row: MailRow): EmailPart {
  return {
    type: "email",
    emailId: row.id,
    mailbox: row.mailbox,
    from: { name: row.fromName, address: row.fromAddress },
    to: row.to,
    cc: row.cc,
    subject: row.subject,
    ...shownWords(row),
    quoted: row.quoted.slice(0, PART_CHARS.quoted),
    hidden: row.hidden,
    attachments: row.attachments,
  };
}

/** Display name of the author: the contact's name, else the name in the e-mail, else the address. */
export function nameOf(row: Pick<MailRow, "fromName" | "fromAddress">, known?: string): string {
  const said = row.fromName === "" ? row.fromAddress : row.fromName;
  return known ?? (said === "" ? "Unknown sender" : said);
}

/** Excerpt for lists and notifications. */
export function wordsOfMail({ subject, text }: Pick<MailRow, "subject" | "text">): string {
  const words = [subject, text].filter((part) => part.trim() !== "").join("\n");
  return words === "" ? "(an empty e-mail)" : words;
}

/**
 * The words checked for urgency: the subject and only the author's own text, because the quoted parts are
 * often the team's.
 */
function heardWords(row: Pick<MailRow, "subject" | "text">): string {
  const own = row.text.split("\n").filter((line) => !line.startsWith(">"));
  return wordsOfMail({ subject: row.subject, text: own.join("\n") });
}

function isRow({ mailbox, id }: { readonly mailbox: string; readonly id: string }) {
  return and(eq(mails.mailbox, mailbox), eq(mails.id, id)) ?? sql`0`;
}

async function settle(
  { db, clock }: MailDeps,
  row: MailRow,
  state: "handed" | "recorded",
  reason: MailReason | MemberMail | null,
): Promise<void> {
  await db.batch([
    db.update(mails, { state, reason, attempts: sql`${mails.attempts} + 1` }, isRow(row)),
    threadChanged(db, row, clock.now()),
  ]);
}
