/**
 * Sends an e-mail. Can't be undone. We choose the Message-ID, so after a crash the e-mail is looked up by it.
 */
import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import type { EffectBytes } from "../../approvals/ports.ts";
import { effects } from "../../approvals/tables/approvals.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { expectReturns, mailThreadKey, recordSentMail, type MailRow } from "../inbox/index.ts";
import { MAIL_VENDORS, type Mailbox } from "../../integrations/connections/index.ts";
import { mailboxesOf } from "../../integrations/open-mailboxes.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { derivedId } from "../../kernel/ids.ts";
import { EMAIL_ATTACHMENTS, emailDocumentSchema, OWN_MESSAGE_ID } from "../api/email-document.ts";
import { attachedFiles, attachmentsUnchanged } from "./email-attachments.ts";
import { mailboxWriter } from "./mailbox-writer.ts";
import {
  defineEffect,
  definePrecondition,
  notFound,
  sinceClaim,
  sinceMessage,
  unlessUnanswered,
  type LayoutRule,
} from "../../approvals/effects/define-effect.ts";
import { domainOf } from "../../kernel/sub-address.ts";

const KIND = "email.send";
/** Short enough to keep the header on one line; 96 bits of the hash. */
const MESSAGE_ID_CHARS = "steward_".length + 24;

/** No e-mail arrived in the thread since the draft. Our own e-mails in it are shown on the card. */
export const newestEmail = definePrecondition({
  kind: "newest_email",
  observed: z.object({
    connectionId: z.string(),
    mailbox: z.string(),
    threadId: z.string(),
    messageId: z.string().nullable(),
    /** Sender of the e-mail being answered. Absent in old rows, as are the next two. */
    from: z.string().optional(),
    at: z.string().optional(),
    direction: z.enum(["incoming", "outgoing"]).optional(),
  }),
  about: ({ threadId }) => threadId,
  seen: ({ messageId, from = null, at, direction }) => ({ messageId, from, at, direction }),
  async check({ connectionId, mailbox, threadId, messageId }, world) {
    const mailboxes = mailboxesOf(await world.account(MAIL_VENDORS, connectionId));
    const since = sinceMessage(await mailboxes.thread(mailbox, threadId), messageId);
    if (since.every(({ labels }) => labels.includes("SENT"))) return { holds: true };
    return { holds: false, reason: "They wrote in this thread since this was drafted." };
  },
});

/** One line per file: name and description. */
const attachmentRules: readonly LayoutRule[] = [
  ...Array.from({ length: EMAIL_ATTACHMENTS }, (_, index) => index).flatMap((index) =>
    ["name", "about"].map((field): LayoutRule => ({
      path: `/attachments/${index}/${field}`,
      label: `Attachment ${index + 1}`,
      role: "detail",
    })),
  ),
  ...["type", "sizeBytes", "source", "ref", "openedBy", "sha256"].map((field): LayoutRule => ({
    path: `/attachments/*/${field}`,
    label: "Attachment",
    role: "id",
  })),
];

export const emailSend = defineEffect({
  kind: KIND,
  vendor: MAIL_VENDORS,
  provider: "the mailbox",
  document: emailDocumentSchema,
  words: {
    name: "E-mail",
    plural: "e-mails",
    verb: "send",
    done: "Sent",
    message: "e-mail",
    irreversible: "A sent e-mail can't be taken back.",
  },
  says({ to, cc, subject, inReplyTo, attachments = [] }, names) {
    const [first = "", ...others] = to;
    const more = others.length + cc.length;
    const whom = more === 0 ? (names[first] ?? first) : `${names[first] ?? first} and ${more} more`;
    const address = others.length === 0 ? first : `${first} and ${others.length} more`;
    return {
      title: `${kindOf(subject, inReplyTo)} to ${whom}`,
      target: [...to, ...cc].join(", "),
      ask: `Send an e-mail to ${address}?`,
      sent: `Sent to ${whom}: ${subject}${attachments.length === 0 ? "" : `, with ${attachments.map(({ name }) => name).join(", ")}`}`,
    };
  },
  layout: [
    { path: "/to/*", label: "To", role: "recipient" },
    { path: "/cc/*", label: "Cc", role: "recipient" },
    { path: "/from/name", label: "From", role: "sender" },
    { path: "/from/address", label: "From", role: "sender" },
    { path: "/subject", label: "Subject", role: "subject" },
    { path: "/text", label: "Text", role: "body" },
    ...attachmentRules,
    { path: "/mailbox", label: "Mailbox", role: "id" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/threadId", label: "Thread", role: "id" },
    { path: "/messageId", label: "Message-ID", role: "id" },
    { path: "/inReplyTo", label: "In reply to", role: "id" },
    { path: "/references/*", label: "References", role: "id" },
  ],
  audience: ({ mailbox, to, cc }) =>
    [...to, ...cc].every((address) => domainOf(address) === domainOf(mailbox)) ? "team" : "outside",
  recipients: ({ to, cc }) => [...to, ...cc],
  threadKey: ({ threadId }) => (threadId === null ? null : mailThreadKey(threadId)),
  preconditions: [newestEmail, attachmentsUnchanged],
  recovery: "look_up",
  async perform(document, account) {
    const mailbox = account.connection.settings.mailboxes.find(({ address }) => address === document.mailbox);
    if (mailbox === undefined || document.from.address !== document.mailbox) {
      throw new IntegrationError(mailboxesOf(account).vendor, "the approved mailbox is no longer set up", {
        outcome: "not_applied",
        status: 403,
      });
    }
    const files = await attachedFiles(account, document.attachments ?? []);
    const { id } = await mailboxWriter(account).send(document, files);
    return { providerId: id };
  },
  async performed(document, { providerId }, tenant) {
    const { mailbox, connectionId } = document;
    const recorded = providerId === null ? null : recordSentMail(tenant, providerId, document);
    await Promise.all([expectReturns(tenant, { mailbox, connectionId }), recorded]);
  },
  async lookUp(document, account, options) {
    return unlessUnanswered(async () => {
      const mailboxes = mailboxesOf(account);
      const found = await mailboxes.findByMessageId(document.mailbox, document.messageId);
      const ours = found.find(({ id }) => !options.takenProviderIds.includes(id));
      if (ours !== undefined) return { kind: "found", done: { providerId: ours.id } };
      const isDoubtful = await mailboxes.hasSentAlike?.(document, sinceClaim(options));
      return isDoubtful === true ? { kind: "unknown" } : notFound(options);
    });
  },
});

/** Our Message-ID. Deterministic for the same input, so that the e-mail can be looked up after a crash. */
export async function ownMessageId(from: string, ...thing: readonly string[]): Promise<string> {
  const id = await derivedId("steward", ...thing);
  return `<${id.slice(0, MESSAGE_ID_CHARS)}@${domainOf(from)}>`;
}

/** A reply in the thread of an e-mail on record. */
export async function replyEffect(
  { connectionId, mailbox, mail }: AnsweredMail,
  reply: { readonly id: string; readonly to: string; readonly text: string },
): Promise<EffectBytes> {
  const { messageId, inReplyTo, threadId, subject } = mail;
  return emailSend.of({
    connectionId,
    mailbox: mailbox.address,
    from: { name: mailbox.name, address: mailbox.address },
    to: [reply.to],
    cc: [],
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`.trim(),
    text: reply.text,
    threadId,
    inReplyTo: messageId,
    references: [inReplyTo, messageId].filter((id) => id !== null),
    messageId: await ownMessageId(mailbox.address, connectionId, reply.id),
  });
}

/** An e-mail on record and its mailbox. */
interface AnsweredMail {
  readonly connectionId: string;
  readonly mailbox: Mailbox;
  readonly mail: Pick<MailRow, "messageId" | "inReplyTo" | "threadId" | "subject">;
}

function kindOf(subject: string, inReplyTo: string | null): string {
  if (inReplyTo !== null) return "Reply";
  return subject.startsWith("Fwd: ") ? "Forwarded e-mail" : "E-mail";
}

/**
 * Whether an e-mail is an effect of ours, by the Message-ID chosen at proposal. An incoming e-mail counts as
 * our copy only if it comes from the sending address, because every recipient knows the Message-ID.
 */
export async function isOwnMail(
  db: TenantDb,
  mail: {
    readonly messageId: string | null;
    readonly direction: "incoming" | "outgoing";
    readonly fromAddress: string;
  },
): Promise<boolean> {
  const { messageId, direction, fromAddress } = mail;
  // Query sent effects only for IDs with our prefix.
  if (messageId === null || !messageId.startsWith(OWN_MESSAGE_ID)) return false;
  const ours = and(
    eq(effects.kind, KIND),
    sql`json_extract(${effects.document}, '$.messageId') = ${messageId}`,
    direction === "outgoing"
      ? undefined
      : sql`lower(json_extract(${effects.document}, '$.from.address')) = ${fromAddress.toLowerCase()}`,
  );
  return (await db.find(effects, ours ?? sql`0`)) !== null;
}
