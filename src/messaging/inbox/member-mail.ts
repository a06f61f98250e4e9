/**
 * A colleague's own e-mail to Steward's mailbox: it is asked as themselves, and answered by e-mail. Who they are is proven, never believed: by the
 * receiving server, or by their own Sent folder.
 */
import { sql } from "drizzle-orm";
import { MAIL_MESSAGE } from "../../agent/conversations/index.ts";
import { mails } from "../tables/mails.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isoTime, msOf } from "../../kernel/clock.ts";
import type { EmailPart } from "../../agent/api/message.ts";
import type { ConversationIdentity, InboundMessage } from "../../agent/api/objects.ts";
import type { MailDeps, MailRow } from "./mail-ports.ts";

/** E-mails of one address within `LOOP_MS` from which on no more are answered: two machines may be writing to each other. */
const LOOP_MAILS = 20;
const LOOP_MS = 10 * 60_000;
const TITLE_CHARS = 200;

/** A person of the team, as who they speak. */
interface Member {
  readonly id: string;
  readonly name: string;
}

/** The conversation of a thread in which colleagues write to Steward. */
export function memberThread(threadId: string): string {
  return `${MEMBER_THREAD}${threadId}`;
}

const MEMBER_THREAD = "team-email:";

/** Whether a conversation is such a thread: several members may write in it. */
export function isMemberThread(conversationId: string): boolean {
  return conversationId.startsWith(MEMBER_THREAD);
}

/** The id of an e-mail's message. */
export function mailMessageId({ mailbox, id }: Pick<MailRow, "mailbox" | "id">): string {
  return `${MAIL_MESSAGE}${mailbox}.${id}`;
}

/** The e-mail that a message was; null where it was none. */
export async function mailOfMessage(db: TenantDb, messageId: string): Promise<MailRow | null> {
  const cut = messageId.lastIndexOf(".");
  const mailbox = messageId.slice(MAIL_MESSAGE.length, cut);
  return db.find(mails, sql`${mails.mailbox} = ${mailbox} and ${mails.id} = ${messageId.slice(cut + 1)}`);
}

/** The member who speaks to Steward itself with an e-mail; null where nobody does, the team has no mailbox for it, or who wrote it isn't proven. */
export async function writerOf(
  deps: Pick<MailDeps, "db" | "answersAt" | "memberAt" | "isInSent">,
  row: MailRow,
): Promise<Member | null> {
  const isAsked = row.sender !== null && row.sender !== "machine" && row.to.includes(row.mailbox);
  if (!isAsked || (await deps.answersAt()) !== row.mailbox) return null;
  const member = await deps.memberAt(row.fromAddress);
  if (member === null || (await isLoop(deps.db, row))) return null;
  const isProven = row.sender === "verified" || (await deps.isInSent(row));
  return isProven ? member : null;
}

async function isLoop(db: TenantDb, { fromAddress, at }: MailRow): Promise<boolean> {
  const since = isoTime(msOf(at) - LOOP_MS);
  const recent = await db
    .pick({ id: mails.id }, mails, sql`${mails.fromAddress} = ${fromAddress} and ${mails.at} > ${since}`)
    .limit(LOOP_MAILS);
  return recent.length >= LOOP_MAILS;
}

/** What a colleague asks: their own words as theirs, and whatever stands in the e-mail beside them as written outside. */
export async function asked(
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
      author: { kind: "user", id: member.id, name: member.name },
      text: text === "" ? "(They wrote nothing of their own.)" : text,
      ...(isEnclosed ? { enclosed: { ...part, text: outside, quoted: "" } } : {}),
    },
  };
}

/** The subject where it's surely theirs: that of an answer or a forwarded e-mail may be anybody's. */
function subjectOf({ subject, inReplyTo }: MailRow): string {
  return inReplyTo !== null || /^\s*(?:re|aw|fwd?|wg|tr|rv|enc)\s*:/i.test(subject) ? "" : subject.trim();
}
