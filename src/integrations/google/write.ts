/**
 * Changing things at Gmail and in calendars. Imported by effects alone: whatever calls this has been approved. Each call leaves exactly once. The e-mail
 * is composed here, by a library, from checked fields: no header can be brought in by a name or a subject.
 */
import { Buffer } from "node:buffer";
import * as z from "zod";
import MimeNode from "nodemailer/lib/mime-node";
import { IntegrationError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { labelSchema, parseAnswer, sentAnswer, toRaw } from "./parse.ts";
import { listLabels, type GoogleAccount } from "./read.ts";

/** Everything of an e-mail that leaves. Message-IDs with their angle brackets. */
export interface OutgoingEmail {
  readonly mailbox: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly threadId: string | null;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly messageId: string;
}

/** A file that goes with an e-mail. */
export interface OutgoingFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Sends an e-mail from a mailbox; answers with Gmail's ids of it. Gmail has no idempotency keys. */
export async function sendEmail(
  account: GoogleAccount,
  email: OutgoingEmail,
  files: readonly OutgoingFile[] = [],
): Promise<{ id: string; threadId: string }> {
  if (files.length > 0) return sendUpload(account, email, files);
  const raw = toRaw(await compose(email, account.clock.now()));
  const answer = await account.client({
    mailbox: email.mailbox,
    scope: "send",
    method: "POST",
    path: "/messages/send",
    body: { raw, ...(email.threadId === null ? {} : { threadId: email.threadId }) },
  });
  return parseAnswer(sentAnswer, answer, "unknown");
}

/** The same with files, as an upload: the plain call takes 5 MB (developers.google.com/workspace/gmail/api/guides/uploads, read 2026-11-23). */
async function sendUpload(
  account: GoogleAccount,
  email: OutgoingEmail,
  files: readonly OutgoingFile[],
): Promise<{ id: string; threadId: string }> {
  const message = await compose(email, account.clock.now(), files);
  // No e-mail holds its own hash.
  const boundary = `steward_${(await sha256Hex(joined(message))).slice(0, 40)}`;
  const about = email.threadId === null ? {} : { threadId: email.threadId };
  const head = `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(about)}\r\n--${boundary}\r\nContent-Type: message/rfc822\r\n\r\n`;
  const answer = await account.mailUploads({
    mailbox: email.mailbox,
    scope: "send",
    method: "POST",
    path: "/messages/send",
    query: { uploadType: "multipart" },
    raw: {
      type: `multipart/related; boundary=${boundary}`,
      bytes: joined(
        new TextEncoder().encode(head),
        message,
        new TextEncoder().encode(`\r\n--${boundary}--\r\n`),
      ),
    },
  });
  return parseAnswer(sentAnswer, answer, "unknown");
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/** Puts a label on an e-mail, or takes it off. Doing it again changes nothing. */
export async function changeLabel(
  { client }: GoogleAccount,
  mailbox: string,
  id: string,
  { change, labelId }: { readonly change: "add" | "remove"; readonly labelId: string },
): Promise<void> {
  const path = `/messages/${encodeURIComponent(id)}/modify`;
  const body = change === "add" ? { addLabelIds: [labelId] } : { removeLabelIds: [labelId] };
  await client({ mailbox, scope: "label", method: "POST", path, body });
}

/** The id of a label by its name, made where it is not there yet. */
export async function labelNamed(account: GoogleAccount, mailbox: string, name: string): Promise<string> {
  const known = (await listLabels(account, mailbox)).find((label) => label.name === name);
  if (known !== undefined) return known.id;
  const answer = await account.client({
    mailbox,
    scope: "label",
    method: "POST",
    path: "/labels",
    body: { name, labelListVisibility: "labelShow", messageListVisibility: "show" },
  });
  return parseAnswer(labelSchema, answer, "unknown").id;
}

const LINE_BREAKS = /[\r\n\0]/;

/** The bytes of the e-mail (RFC 5322). Throws IntegrationError `not_applied` for a field that would break out of its header. */
export async function compose(
  email: OutgoingEmail,
  nowMs: number,
  files: readonly OutgoingFile[] = [],
): Promise<Uint8Array> {
  const { from, to, cc, subject, inReplyTo, references, messageId, text } = email;
  const fields = [
    from.name,
    from.address,
    ...to,
    ...cc,
    subject,
    inReplyTo ?? "",
    ...references,
    messageId,
    ...files.map(({ name }) => name),
  ];
  if (fields.some((field) => LINE_BREAKS.test(field))) {
    throw new IntegrationError("google", "google: a header of this e-mail holds a line break", {
      outcome: "not_applied",
      status: 400,
    });
  }
  const plain = "text/plain; charset=utf-8";
  const node = new MimeNode(files.length === 0 ? plain : "multipart/mixed", { newline: "win" });
  node.setHeader({
    From: { name: from.name, address: from.address },
    To: to.map((address) => ({ name: "", address })),
    Subject: subject,
    "Message-ID": messageId,
    Date: new Date(nowMs).toUTCString().replace("GMT", "+0000"),
  });
  if (cc.length > 0)
    node.setHeader(
      "Cc",
      cc.map((address) => ({ name: "", address })),
    );
  if (inReplyTo !== null) node.setHeader("In-Reply-To", inReplyTo);
  if (references.length > 0) node.setHeader("References", references.join(" "));
  (files.length === 0 ? node : node.createChild(plain)).setContent(text);
  for (const { name, type, bytes } of files) {
    const child = node.createChild(type, { filename: name });
    // Byte for byte, texts too: any other encoding may change the ends of lines.
    child.setHeader("Content-Transfer-Encoding", "base64");
    child.setContent(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }
  return node.build();
}

/** Whom Google writes to about a change of an entry: all its guests, or no one. */
export type GuestNews = "all" | "none";

/** Where an entry stands. Its owner's own calendar is written, as its owner. */
interface EventPlace {
  readonly owner: string;
  readonly eventId: string;
  readonly news: GuestNews;
}

const createdAnswer = z.object({
  id: z.string(),
  htmlLink: z.string().optional(),
  hangoutLink: z.string().optional(),
});

/**
 * Makes an entry under an id of our own (letters a to v and digits); `fields` are Google's. A second time is answered with 409 and changes nothing,
 * which counts as made. Answers its page at Google, and where its video call is joined; null where Google didn't say.
 */
export async function insertEvent(
  { calendar }: GoogleAccount,
  { owner, eventId, news }: EventPlace,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ link: string | null; callLink: string | null }> {
  try {
    const answer = await calendar({
      mailbox: owner,
      scope: "calendarWrite",
      method: "POST",
      path: `/${encodeURIComponent(owner)}/events`,
      query: { sendUpdates: news, conferenceDataVersion: 1 },
      body: { ...fields, id: eventId },
    });
    const { htmlLink: link = null, hangoutLink: callLink = null } = parseAnswer(
      createdAnswer,
      answer,
      "unknown",
    );
    return { link, callLink };
  } catch (error) {
    if (error instanceof IntegrationError && error.status === 409) return { link: null, callLink: null };
    throw error;
  }
}

/** Changes some fields of an entry; with `etag` only where it is still that version (412 otherwise). */
export async function patchEvent(
  { calendar }: GoogleAccount,
  { owner, eventId, news }: EventPlace,
  fields: Readonly<Record<string, unknown>>,
  etag: string | null,
): Promise<void> {
  await calendar({
    mailbox: owner,
    scope: "calendarWrite",
    method: "PATCH",
    path: eventPath(owner, eventId),
    query: { sendUpdates: news },
    body: fields,
    ...(etag === null ? {} : { ifMatch: etag }),
  });
}

/** Takes an entry out; one that is gone already is taken out. */
export async function deleteEvent(
  { calendar }: GoogleAccount,
  { owner, eventId, news }: EventPlace,
  etag: string | null,
): Promise<void> {
  try {
    await calendar({
      mailbox: owner,
      scope: "calendarWrite",
      method: "DELETE",
      path: eventPath(owner, eventId),
      query: { sendUpdates: news },
      ...(etag === null ? {} : { ifMatch: etag }),
    });
  } catch (error) {
    if (!(error instanceof IntegrationError && (error.status === 404 || error.status === 410))) throw error;
  }
}

function eventPath(owner: string, eventId: string): string {
  return `/${encodeURIComponent(owner)}/events/${encodeURIComponent(eventId)}`;
}
