/**
 * Colleagues' e-mails to Steward's mailbox: handled as the colleague's own request and answered by e-mail.
 * Identity must be proven by the receiving server or by the colleague's Sent folder.
 */
import { sql } from "drizzle-orm";
import { MAIL_MESSAGE, memberThread } from "../../agent/conversations/index.ts";
import { mails } from "../tables/mails.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isoTime, msOf } from "../../kernel/clock.ts";
import type { EmailPart } from "../../agent/api/message.ts";
import type { ConversationIdentity, InboundMessage } from "../../agent/api/objects.ts";
import type { MailDeps, MailRow } from "./mail-ports.ts";
import { userActor } from "../../platform/audit/index.ts";

/**
 * Maximum e-mails of one address within `LOOP_MS`; further ones are not answered, because two bots may be
 * answering each other.
 */
const LOOP_MAILS = 20;
const LOOP_MS = 10 * 60_000;
const TITLE_CHARS = 200;

/** The member on whose behalf a person acts. */
interface Member {
  readonly id: string;
  readonly name: string;
}

export function mailMessageId({ mailbox, id }: Pick<MailRow, "mailbox" | "id">): string {
  return `${MAIL_MESSAGE}${mailbox}.${id}`;
}

/** The e-mail behind a message; null if there is none. */
export async function mailOfMessage(db: TenantDb, messageId: string): Promise<MailRow | null> {
  const cut = messageId.lastIndexOf(".");
  const mailbox = messageId.slice(MAIL_MESSAGE.length, cut);
  return db.find(mails, sql`${mails.mailbox} = ${mailbox} and ${mails.id} = ${messageId.slice(cut + 1)}`);
}

/**
 * The member who wrote this e-mail to Steward, or why it isn't taken as theirs; null if it is in no member's
 * name, or the team has no such mailbox.
 */
export async function writerOf(
  deps: Pick<MailDeps, "db" | "answersAt" | "memberAt" | "isInSent">,
  row: MailRow,
): Promise<Member | NonNullable<EmailPart["notTheirs"]> | null> {
  const isAsked = row.sender !== null && row.sender !== "machine" && row.to.includes(row.mailbox);
  if (!isAsked || (await deps.answersAt()) !== row.mailbox) return null;
  const member = await deps.memberAt(row.fromAddress);
  if (member === null) return null;
  if (await isLoop(deps.db, row)) return "loop";
  return row.sender === "verified" || (await deps.isInSent(row)) ? member : "unproven";
}

async function isLoop(db: TenantDb, { fromAddress, at }: MailRow): Promise<boolean> {
  const since = isoTime(msOf(at) - LOOP_MS);
  const recent = await db
    .pick({ id: mails.id }, mails, sql`${mails.fromAddress} = ${fromAddress} and ${mails.at} > ${since}`)
    .limit(LOOP_MAILS);
  return recent.length >= LOOP_MAILS;
}

/** The request: the colleague's own words as theirs, everything else in the e-mail as untrusted content. */
export async function requestOf(
  { db, ownWords }: Pick<MailDeps, "db" | "ownWords">,
  row: MailRow,
  part: EmailPart,
  member: Member,
): Promise<{ readonly identity: ConversationIdentity; readonly message: InboundMessage }> {
  const { own, others } = await ownWords(part.text);
  const about = subjectOf(row);
  const text = [about, own].filter((words) => words !== "").join("\n\n");
  const outside = [others, part.quoted].filter((words) => words !== "").join("\n\n");
  const isEnclosed =
    outside !== "" || row.attachments.length > 0 || row.hidden !== "" || part.wholeChars !== undefined;
  return {
    identity: {
      tenantId: db.tenantId,
      conversationId: memberThread(row.threadId),
      source: "team_email",
      title: (about === "" ? `${member.name}, by e-mail` : `${member.name}: ${about}`).slice(0, TITLE_CHARS),
    },
    message: {
      messageId: mailMessageId(row),
      author: userActor(member),
      text: text === "" ? "(They wrote nothing of their own.)" : text,
      ...(isEnclosed ? { enclosed: { ...part, text: outside, quoted: "" } } : {}),
    },
  };
}

/** The subject, unless it is that of a reply or forward and may be another person's. */
function subjectOf({ subject, inReplyTo }: MailRow): string {
  return inReplyTo !== null || /^\s*(?:re|aw|fwd?|wg|tr|rv|enc)\s*:/i.test(subject) ? "" : subject.trim();
}
