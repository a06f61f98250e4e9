/**
 * Parses e-mail headers into bounded values: addresses, names, Message-IDs, and placeholders for unreadable
 * e-mails. Pure.
 */
import { addressParser, type Address } from "postal-mime";
import type { MailEnvelope, MailMessage } from "./message.ts";
import { cleanLine, cleanText } from "./clean.ts";

export const MAIL_BOUNDS = {
  /** Together with `quoted`, fits a database row (2 MB) at three bytes per character. */
  textChars: 200_000,
  quotedChars: 50_000,
  hiddenChars: 1_000,
  subjectChars: 300,
  nameChars: 100,
  addresses: 50,
  references: 50,
  attachments: 50,
  fileNameChars: 200,
} as const;

/** RFC 5322 section 3.6.4, relaxed: no whitespace or angle brackets inside. */
const MESSAGE_ID = /<[^<>\s]{1,250}>/g;
const ADDRESS = /^[^\s<>(),:;@"\\[\]]{1,64}@[^\s<>(),:;@"\\[\]]{1,190}$/;
/** An e-mail that was not fully read, built from its known headers; `text` says why. */
export function unreadEmail(
  envelope: MailEnvelope,
  headers: Readonly<Record<string, string>>,
  text: string,
): MailMessage {
  const of = (name: string): string => headers[name] ?? "";
  const [from] = addressParser(of("from"), { flatten: true });
  return {
    ...envelope,
    messageId: idsIn(of("message-id"))[0] ?? null,
    inReplyTo: idsIn(of("in-reply-to"))[0] ?? null,
    references: idsIn(of("references")).slice(-MAIL_BOUNDS.references),
    from: personOf(from),
    to: addressesOf(addressParser(of("to"))),
    cc: addressesOf(addressParser(of("cc"))),
    replyTo: addressesOf(addressParser(of("reply-to"))),
    subject: cleanLine(of("subject"), MAIL_BOUNDS.subjectChars),
    text: cleanText(`${envelope.snippet}\n${text}`, MAIL_BOUNDS.textChars),
    quoted: "",
    hidden: "",
    attachments: [],
    returned: null,
    isAutomatic: false,
    isVerified: false,
  };
}

export function personOf(address: Address | undefined): { name: string; address: string } {
  const plain = plainAddress(address?.address);
  return { name: cleanLine(address?.name ?? "", MAIL_BOUNDS.nameChars), address: plain ?? "" };
}

export function addressesOf(list: readonly Address[] = []): string[] {
  const plain = list
    .flatMap((one) => (one.group === undefined ? [one] : one.group))
    .map(({ address }) => plainAddress(address));
  return [...new Set(plain.filter((address) => address !== null))].slice(0, MAIL_BOUNDS.addresses);
}

/** A lowercase address; null if invalid. */
export function plainAddress(address: string | undefined): string | null {
  const plain = (address ?? "").trim().toLowerCase();
  return ADDRESS.test(plain) ? plain : null;
}

export function idsIn(header: string): string[] {
  return header.slice(0, 20_000).match(MESSAGE_ID) ?? [];
}
