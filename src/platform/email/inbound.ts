/**
 * Converts raw e-mails (RFC 5322, MIME) into stored messages: parsed by a library, with every field bounded
 * and invisible characters removed. An unreadable e-mail is stored as such, so that it still reaches a
 * person. Pure.
 */
import type { Email } from "postal-mime";
import type { AttachmentFile, MailEnvelope, MailMessage } from "./message.ts";
import { cleanLine, cleanText } from "./clean.ts";
import { addressesOf, idsIn, MAIL_BOUNDS, personOf, plainAddress, unreadEmail } from "./headers.ts";
import { invitationsIn } from "./enclosed.ts";
import { textOfHtml } from "./html-text.ts";
import { bytesIn, parseRaw } from "./parse-raw.ts";
import { authorBehindGroup } from "./group-author.ts";
import { returnedIn } from "./returned.ts";
import { isVerified, type MailServer } from "./sender-proof.ts";
import { isForwardSubject } from "./quote-heads.ts";
import { holdsForward, trimQuote, unquoteForward } from "./trim-quote.ts";

const UNREADABLE = "(This e-mail could not be read. Please open it in the mailbox.)";

/** Never throws: invalid e-mail is returned as an unreadable message. */
export async function readEmail(
  envelope: MailEnvelope,
  raw: Uint8Array<ArrayBuffer>,
  server: MailServer = "gmail",
): Promise<MailMessage> {
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
    // Authentication of a group does not authenticate who wrote to it.
    isVerified: author === null && isVouchedFor(email, server),
  };
}

/** One attachment's bytes; null if there is none with this number or it can't be read. */
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

/**
 * A forward header is expected within this many characters; one further down was part of an earlier forward.
 */
const FORWARD_HEAD_CHARS = 300;

/** Maximum attached e-mails whose text is included. */
const ATTACHED_EMAILS = 3;

const NO_PAGE: ReturnType<typeof textOfHtml> = {
  seen: "",
  quoted: "",
  hidden: "",
  isCut: false,
  hasImages: false,
};

const ONLY_IMAGE = "(This e-mail is an image. Open it in the mailbox to see it.)";
const GOES_ON = "(This e-mail goes on. Open it in the mailbox to read the rest.)";

/** The full text or, if too long, its beginning with a note. */
function wholeText(text: string): string {
  const { textChars } = MAIL_BOUNDS;
  return text.length <= textChars ? text : `${text.slice(0, textChars).trimEnd()}\n\n${GOES_ON}`;
}

/**
 * Visible text is taken from the HTML, or from the plain text if there is no HTML. Forwarded content counts
 * as the sender's own.
 */
function wordsOf({ html, text, subject = "" }: Email): Pick<MailMessage, "text" | "quoted" | "hidden"> {
  const page = html === undefined ? NO_PAGE : textOfHtml(html);
  const isForward = isForwardSubject(subject) || holdsForward(page.quoted.slice(0, FORWARD_HEAD_CHARS));
  const shown = isForward ? [page.seen, page.quoted].filter((part) => part !== "").join("\n\n") : page.seen;
  // Keep more than the limit, so that truncated text can be detected.
  const seen = cleanText(shown === "" ? (text ?? page.quoted) : shown, MAIL_BOUNDS.textChars * 2);
  const isAboveHistory = !isForward && shown !== "" && page.quoted !== "";
  const trimmed = trimAbove(unquoteForward(seen), { isForward, isAboveHistory });
  // An e-mail that consists only of a quote is read as is.
  const own = trimmed.text === "" ? { text: seen, quoted: "" } : trimmed;
  const history = [own.quoted, isForward || shown === "" ? "" : page.quoted].filter((part) => part !== "");
  const said = own.text === "" && page.hasImages ? ONLY_IMAGE : own.text;
  return {
    text: page.isCut ? `${said}\n\n${GOES_ON}` : said,
    quoted: cleanText(history.join("\n\n"), MAIL_BOUNDS.quotedChars),
    hidden: cleanText(page.hidden, MAIL_BOUNDS.hiddenChars),
  };
}

/** Whether a line introduces quoted history depends on the element that follows it. */
function trimAbove(
  text: string,
  { isForward, isAboveHistory }: { readonly isForward: boolean; readonly isAboveHistory: boolean },
): ReturnType<typeof trimQuote> {
  if (!isAboveHistory) return trimQuote(text, { isForward });
  const { text: own, quoted } = trimQuote(`${text}\n>`, { isForward });
  const without = (words: string): string => words.replace(/\n?>$/, "").trim();
  return { text: without(own), quoted: without(quoted) };
}

/**
 * Text of invitations and attached e-mails, each below its own separator. The original inside a delivery
 * report is evidence, not text.
 */
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

/** Formats an attached e-mail like a forwarded one. */
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

/** Addresses nobody reads, such as no-reply. */
const UNATTENDED =
  /^(?:mailer-daemon|postmaster|(?:[\w.+-]*[.+-])?(?:no-?reply|do-?not-?reply)(?:[.+-][\w.+-]*)?)@/;

function topmost({ headers }: Pick<Email, "headers">, name: string): string | undefined {
  return headers.find(({ key }) => key === name)?.value;
}

/** Whether the receiving server authenticates the From address. */
function isVouchedFor(email: Email, server: MailServer): boolean {
  const from = plainAddress(email.from?.address) ?? "";
  return isVerified(topmost(email, "authentication-results"), from, server);
}

/**
 * RFC 3834, and what mailing lists and bulk mailers set in addition. The team's own Google Group is not a
 * mailing list, and a form that requests a reply is not automated.
 */
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
