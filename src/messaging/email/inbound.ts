/**
 * Raw e-mails (RFC 5322, MIME) as Steward keeps them: read by a library, bounded in every field, with nothing invisible left in them. What
 * cannot be read is said to be unreadable and still reaches a person. Pure.
 */
import type { Email } from "postal-mime";
import type { AttachmentFile, MailEnvelope, MailMessage } from "../../integrations/connections/index.ts";
import { cleanLine, cleanText } from "./clean.ts";
import { addressesOf, idsIn, MAIL_BOUNDS, personOf, plainAddress, unreadEmail } from "./headers.ts";
import { invitationsIn } from "./enclosed.ts";
import { textOfHtml } from "./html-text.ts";
import { bytesIn, parseRaw } from "./parse-raw.ts";
import { authorBehindGroup } from "./group-author.ts";
import { returnedIn } from "./returned.ts";
import { isVerified } from "./sender-proof.ts";
import { isForwardSubject } from "./quote-heads.ts";
import { holdsForward, trimQuote, unquoteForward } from "./trim-quote.ts";

const UNREADABLE = "(This e-mail could not be read. Please open it in the mailbox.)";

/** Reads a raw e-mail. Never throws: one that is no e-mail comes back saying so. */
export async function readEmail(envelope: MailEnvelope, raw: Uint8Array<ArrayBuffer>): Promise<MailMessage> {
  const email = await parseRaw(raw);
  if (email === null) return unreadEmail(envelope, {}, UNREADABLE);
  const { text, quoted, hidden } = wordsOf(email);
  const head = headOf(email);
  const author = authorBehindGroup(email, envelope.mailbox);
  return {
    ...envelope,
    ...head,
    ...(author === null ? {} : { from: author }),
    text: wholeText([text, ...(await enclosedWords(email, text))].join("\n\n").trim()),
    quoted,
    hidden,
    attachments: email.attachments.slice(0, MAIL_BOUNDS.attachments).map((attachment, index) => ({
      index,
      ...fileOf(attachment),
      sizeBytes: bytesIn(attachment).byteLength,
    })),
    returned: returnedIn(email),
    isAutomatic: isAutomatic(email, author !== null),
    // What vouches for a group does not vouch for who wrote to it.
    isVerified: author === null && isVouchedFor(email),
  };
}

/** The bytes of one attachment of a raw e-mail; null where it has none of that number or cannot be read. */
export async function readAttachment(
  raw: Uint8Array<ArrayBuffer>,
  index: number,
): Promise<AttachmentFile | null> {
  const attachment = (await parseRaw(raw))?.attachments[index];
  return attachment === undefined ? null : { ...fileOf(attachment), bytes: bytesIn(attachment) };
}

function headOf(email: Email) {
  const from = email.from?.group === undefined ? email.from : email.from.group[0];
  return {
    messageId: idsIn(email.messageId ?? "")[0] ?? null,
    inReplyTo: idsIn(email.inReplyTo ?? "")[0] ?? null,
    references: idsIn(email.references ?? "").slice(-MAIL_BOUNDS.references),
    from: personOf(from),
    to: addressesOf(email.to),
    cc: addressesOf(email.cc),
    replyTo: addressesOf(email.replyTo),
    subject: cleanLine(email.subject ?? "", MAIL_BOUNDS.subjectChars),
  };
}

/** A forward says so at its beginning: what stands deeper in the history was forwarded once. */
const FORWARD_HEAD_CHARS = 300;

/** Attached e-mails whose words are read with it. */
const ATTACHED_EMAILS = 3;

const NO_PAGE: ReturnType<typeof textOfHtml> = { seen: "", quoted: "", hidden: "", isCut: false };

const GOES_ON = "(This e-mail goes on. Open it in the mailbox to read the rest.)";

/** An e-mail's words; where they are too many, their beginning, which says so. */
function wholeText(text: string): string {
  const { textChars } = MAIL_BOUNDS;
  return text.length <= textChars ? text : `${text.slice(0, textChars).trimEnd()}\n\n${GOES_ON}`;
}

/** What is seen comes from the HTML, as its reader sees it; from the plain text where there is none. What was forwarded is the sender's to say. */
function wordsOf({ html, text, subject = "" }: Email): Pick<MailMessage, "text" | "quoted" | "hidden"> {
  const page = html === undefined ? NO_PAGE : textOfHtml(html);
  const isForward = isForwardSubject(subject) || holdsForward(page.quoted.slice(0, FORWARD_HEAD_CHARS));
  const shown = isForward ? [page.seen, page.quoted].filter((part) => part !== "").join("\n\n") : page.seen;
  // More than is kept, so that what is longer can be told from what fits.
  const seen = cleanText(shown === "" ? (text ?? page.quoted) : shown, MAIL_BOUNDS.textChars * 2);
  const isAboveHistory = !isForward && shown !== "" && page.quoted !== "";
  const trimmed = trimAbove(unquoteForward(seen), { isForward, isAboveHistory });
  // An e-mail that is nothing but quoted is read as it is.
  const own = trimmed.text === "" ? { text: seen, quoted: "" } : trimmed;
  const history = [own.quoted, isForward || shown === "" ? "" : page.quoted].filter((part) => part !== "");
  return {
    text: page.isCut ? `${own.text}\n\n${GOES_ON}` : own.text,
    quoted: cleanText(history.join("\n\n"), MAIL_BOUNDS.quotedChars),
    hidden: cleanText(page.hidden, MAIL_BOUNDS.hiddenChars),
  };
}

/** What introduces a history that stands in an element of its own is told by what follows it. */
function trimAbove(
  text: string,
  { isForward, isAboveHistory }: { readonly isForward: boolean; readonly isAboveHistory: boolean },
): ReturnType<typeof trimQuote> {
  if (!isAboveHistory) return trimQuote(text, { isForward });
  const { text: own, quoted } = trimQuote(`${text}\n>`, { isForward });
  const without = (words: string): string => words.replace(/\n?>$/, "").trim();
  return { text: without(own), quoted: without(quoted) };
}

/** What invitations and attached e-mails say, each below a line of its own. A report's original is evidence, and no one's words. */
async function enclosedWords(email: Email, text: string): Promise<string[]> {
  const isReport = email.attachments.some(({ mimeType }) =>
    /^message\/(?:global-)?(?:delivery-status|feedback-report|disposition-notification)$/.test(mimeType),
  );
  const attached = isReport ? [] : email.attachments.filter(({ mimeType }) => mimeType === "message/rfc822");
  const words = await Promise.all(
    attached.slice(0, ATTACHED_EMAILS).map((one) => forwardedWords(bytesIn(one))),
  );
  return [...invitationsIn(email, text), ...words.filter((one) => one !== "")];
}

/** An attached e-mail as a forwarded one reads. */
async function forwardedWords(raw: Uint8Array<ArrayBuffer>): Promise<string> {
  const email = await parseRaw(raw);
  if (email === null) return "";
  const { from, to, subject } = headOf(email);
  const sender = [from.name, from.address === "" ? "" : `<${from.address}>`]
    .filter((part) => part !== "")
    .join(" ");
  const head = [
    "---------- Forwarded message ----------",
    `From: ${sender}`,
    `Date: ${cleanLine(email.date ?? "", 60)}`,
    `Subject: ${subject}`,
    `To: ${to.join(", ")}`,
  ];
  return `${head.join("\n")}\n\n${wordsOf(email).text}`;
}

function fileOf({ filename, mimeType }: Email["attachments"][number]): { name: string; type: string } {
  const name = cleanLine(filename ?? "", MAIL_BOUNDS.fileNameChars).replace(/[/\\]/g, "_");
  return {
    name: name === "" ? "(no name)" : name,
    type: /^[\w.+-]{1,60}\/[\w.+-]{1,80}$/.test(mimeType) ? mimeType : "application/octet-stream",
  };
}

/** Addresses that nobody reads. */
const UNATTENDED =
  /^(?:mailer-daemon|postmaster|(?:[\w.+-]*[.+-])?(?:no-?reply|do-?not-?reply)(?:[.+-][\w.+-]*)?)@/;

function topmost({ headers }: Pick<Email, "headers">, name: string): string | undefined {
  return headers.find(({ key }) => key === name)?.value;
}

/** Whether the receiving server vouches for the address it names. */
function isVouchedFor(email: Email): boolean {
  return isVerified(topmost(email, "authentication-results"), plainAddress(email.from?.address) ?? "");
}

/** RFC 3834, and what lists and mailers set besides. A group of the team's own is an address, no list; and a form that asks for answers is no machine. */
function isAutomatic({ headers, from, replyTo }: Email, isOwnGroup: boolean): boolean {
  const value = (name: string): string => topmost({ headers }, name)?.trim().toLowerCase() ?? "";
  const auto = value("auto-submitted");
  const isList = /^(?:bulk|junk|list|auto_reply)$/.test(value("precedence")) || value("list-id") !== "";
  const sender = plainAddress(from?.address) ?? "";
  const answers = addressesOf(replyTo).filter((address) => address !== sender && !UNATTENDED.test(address));
  const asksForAnswers = answers.length > 0 && value("list-unsubscribe") === "";
  return (
    (auto !== "" && auto !== "no") ||
    (isList && !isOwnGroup) ||
    value("x-autoreply") !== "" ||
    /^(?:mailer-daemon|postmaster)@/.test(sender) ||
    (UNATTENDED.test(sender) && !asksForAnswers)
  );
}
