/**
 * Parses delivery reports of returned e-mails (RFC 3464). Only permanent failures count, because delayed
 * e-mail may still arrive. Anyone who received the e-mail can forge a report, so a report proves only
 * that this e-mail came back. Pure.
 */
import { decodeWords, type Email } from "postal-mime";
import { decodeText } from "../../kernel/decode-text.ts";
import type { MailMessage } from "./message.ts";
import { cleanLine } from "./clean.ts";
import { idsIn, MAIL_BOUNDS, plainAddress } from "./headers.ts";

const PART_CHARS = 100_000;
const WHY_CHARS = 200;
const RECIPIENTS = 50;
const ORIGINAL = /^(?:message\/(?:rfc822|global|rfc822-headers)|text\/rfc822-headers)$/;
/** Enhanced status codes (RFC 3463) in plain words. */
const STATUS: readonly (readonly [RegExp, string])[] = [
  [/^5\.1\.[0-36]$|^5\.0\.1$/, "the address doesn’t exist"],
  [/^5\.1\.10$/, "the domain doesn’t accept e-mail"],
  [/^5\.2\.2$/, "the mailbox is full"],
  [/^5\.2\.1$/, "the mailbox is disabled"],
  [/^5\.3\.4$/, "the e-mail is too large for them"],
  [/^5\.4\.[0-47]$/, "their mail server couldn’t be reached"],
  [/^5\.7\./, "their mail server refused it"],
];

/** What was returned and why; null if the e-mail reports no failure. */
export function returnedIn(email: Email): MailMessage["returned"] {
  const status = email.attachments.find(({ mimeType }) =>
    /^message\/(?:global-)?delivery-status$/.test(mimeType),
  );
  const failed = status === undefined ? [] : failuresIn(textOf(status.content));
  const named = status === undefined ? namedIn(email) : [];
  const recipients = [...failed.map(({ address }) => address), ...named];
  if (recipients.length === 0) return null;
  const head = originalHead(email);
  return {
    messageIds: idsAbout(email, head),
    subjects: subjectsAbout(email, head),
    recipients: [...new Set(recipients)].slice(0, RECIPIENTS),
    why: failed[0]?.why ?? "their mail server refused it",
  };
}

/**
 * Gmail also lists failed recipients in its own header; so do Exim's reports, which have no machine-readable
 * part.
 */
function namedIn({ headers, from, text = "" }: Email): string[] {
  if (!/^(?:mailer-daemon|postmaster)@/i.test(plainAddress(from?.address) ?? "")) return [];
  const value = headers.find(({ key }) => key === "x-failed-recipients")?.value ?? "";
  // qmail's reports: a paragraph for each recipient begins with the address (cr.yp.to/proto/qsbmf.txt).
  const isQmail = /^--- Below this line is a copy/m.test(text);
  const listed = isQmail ? [...text.matchAll(/^<([^<>\s]{3,250})>:\s*$/gm)].map(([, one = ""]) => one) : [];
  return [...value.split(","), ...listed].flatMap((one) => plainAddress(one) ?? []);
}

/** Header lines of the enclosed e-mail, unfolded; empty if none is enclosed. */
function originalHead({ attachments }: Email): string {
  const original = attachments.find(({ mimeType }) => ORIGINAL.test(mimeType));
  const [head = ""] = original === undefined ? [] : textOf(original.content).split(/\r?\n\r?\n/);
  return head.replace(/\r?\n[ \t]+/g, " ");
}

/** Message-IDs the report may be about: the enclosed e-mail's, and those it replies to. */
function idsAbout({ inReplyTo = "", references = "", text = "" }: Email, head: string): string[] {
  const own = /^message-id:\s*(<[^<>\s]{1,250}>)/im.exec(head)?.[1];
  const ids = [...(own === undefined ? idsIn(text) : [own]), ...idsIn(inReplyTo), ...idsIn(references)];
  return [...new Set(ids)].slice(0, 10);
}

/** Subjects the e-mail may have had: the enclosed one's, else what the report's own names ("Undeliverable: Keys"). */
function subjectsAbout({ subject = "" }: Email, head: string): string[] {
  const own = /^subject:(.*)$/im.exec(head)?.[1];
  const said = own === undefined ? [subject, subject.replace(/^[^:]{3,40}:\s*/, "")] : [decodeWords(own)];
  return [...new Set(said.map((one) => cleanLine(one, MAIL_BOUNDS.subjectChars)))].filter(
    (one) => one !== "",
  );
}

interface Failure {
  readonly address: string;
  readonly why: string;
}

/**
 * Recipients with action `failed`, and the reasons. Field groups are separated by empty lines; the first
 * group is about the whole message.
 */
function failuresIn(report: string): Failure[] {
  return report.split(/\r?\n\s*\r?\n/).flatMap((group): Failure[] => {
    const fields = new Map(
      group
        .replace(/\r?\n[ \t]+/g, " ")
        .split(/\r?\n/)
        .flatMap((line) => {
          const at = line.indexOf(":");
          return at < 1 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const];
        }),
    );
    if (!/^failed\b/i.test(fields.get("action") ?? "")) return [];
    const given = fields.get("original-recipient") ?? fields.get("final-recipient") ?? "";
    const address = plainAddress(given.slice(given.indexOf(";") + 1).replace(/[<>]/g, ""));
    return address === null
      ? []
      : [{ address, why: whyOf(fields.get("status") ?? "", fields.get("diagnostic-code") ?? "") }];
  });
}

function whyOf(status: string, diagnostic: string): string {
  const code = /\d\.\d{1,3}\.\d{1,3}/.exec(status)?.[0] ?? "";
  const known = STATUS.find(([pattern]) => pattern.test(code))?.[1];
  if (known !== undefined) return `${known} (${code})`;
  const said = cleanLine(diagnostic.replace(/^smtp;\s*/i, "").replace(/https?:\/\/\S+/gi, ""), WHY_CHARS);
  return said === "" ? "their mail server refused it" : `their mail server said “${said}”`;
}

function textOf(content: Email["attachments"][number]["content"]): string {
  const bytes =
    typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content as ArrayBuffer);
  return decodeText(bytes.subarray(0, PART_CHARS));
}
