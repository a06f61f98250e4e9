/**
 * Reads a large e-mail without downloading its attachments: from the vendor's list of its parts it builds an e-mail that parses like the
 * original. Text parts are included; every other part gets placeholder bytes of a unique length, by which it is recognized after parsing.
 * Pure.
 */
import type { AttachmentFile } from "../platform/email/message.ts";
import { fromBase64Url, toBase64 } from "../kernel/base64.ts";
import { concatBytes } from "../kernel/bytes.ts";
import { isUtf8 } from "../kernel/decode-text.ts";

const MAX_PARTS = 300;
const MAX_DEPTH = 30;
/** Parts parsed along with the text: invitations, attached e-mails, reports. */
const HOLDS_WORDS = /^(?:text\/|message\/|application\/ics$)/i;
/** Outlook's TNEF container, which may hold further files. */
const IS_WRAPPING = /^application\/(?:vnd\.)?ms-tnef$/i;
/** Size limit per such part, and how many are downloaded. */
const WORDS_BYTES = 1024 * 1024;
const WRAPPING_BYTES = 5 * 1024 * 1024;
const MAX_WORD_PARTS = 10;
const LINE = "\r\n";

/** An e-mail part. Its bytes are in `data`, or downloaded by `attachmentId`. */
export interface MailPart {
  readonly mimeType: string;
  readonly filename: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: {
    readonly attachmentId?: string | undefined;
    readonly size?: number | undefined;
    readonly data?: string | undefined;
  };
  readonly parts: readonly MailPart[];
}

/** A parseable e-mail and what its placeholders stand for. */
export interface MailSkeleton {
  readonly raw: Uint8Array<ArrayBuffer>;
  /** The part behind a placeholder of this length; null if the bytes are real. */
  readonly partBehind: (sizeBytes: number) => LeftOut | null;
}

/** An attachment whose bytes are still at the vendor. */
interface LeftOut {
  readonly attachmentId: string;
  readonly sizeBytes: number;
}

/** Text parts whose bytes have to be downloaded. */
export function wordParts(payload: MailPart): LeftOut[] {
  return leavesOf(payload)
    .filter(({ mimeType, filename, body: { size = 0 } }) => {
      if (IS_WRAPPING.test(mimeType) || /^winmail\.dat$/i.test(filename)) return size <= WRAPPING_BYTES;
      const isTextFile = /^text\//i.test(mimeType) && filename !== "" && !/\.ics$/i.test(filename);
      return HOLDS_WORDS.test(mimeType) && !isTextFile && size <= WORDS_BYTES;
    })
    .flatMap(leftOut)
    .slice(0, MAX_WORD_PARTS);
}

/** `words` maps part IDs to downloaded bytes. */
export function skeletonOf(payload: MailPart, words: ReadonlyMap<string, Uint8Array>): MailSkeleton {
  const given = new Map<MailPart, Uint8Array>();
  const missing: MailPart[] = [];
  for (const leaf of leavesOf(payload)) {
    const own =
      leaf.body.data === undefined ? words.get(leaf.body.attachmentId ?? "") : fromBase64Url(leaf.body.data);
    if (own !== undefined) given.set(leaf, own);
    else if (leaf.body.attachmentId !== undefined) missing.push(leaf);
  }
  const taken = new Set([...given.values()].flatMap(lengthsOf));
  const behind = new Map<number, LeftOut>();
  let next = 1;
  for (const part of missing) {
    while (taken.has(next)) next += 1;
    given.set(part, new Uint8Array(next).fill(0x2e));
    for (const file of leftOut(part)) behind.set(next, file);
    next += 1;
  }
  const pieces: Uint8Array[] = [];
  write(payload, { given, isMissing: new Set(missing), pieces, depth: 0, path: "0" });
  return { raw: concatBytes(pieces), partBehind: (sizeBytes) => behind.get(sizeBytes) ?? null };
}

/** Possible parsed lengths of a part: line endings in text may have been normalized. */
function lengthsOf(bytes: Uint8Array): number[] {
  const lines = bytes.reduce((count, byte) => (byte === 0x0a ? count + 1 : count), 2);
  return Array.from({ length: Math.min(bytes.byteLength, lines) + 1 }, (_, less) => bytes.byteLength - less);
}

/** Replaces placeholder bytes with the attachment's real bytes. */
export async function withBytes(
  file: AttachmentFile,
  { partBehind }: MailSkeleton,
  fetch: (attachmentId: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<AttachmentFile> {
  const part = partBehind(file.bytes.byteLength);
  return part === null ? file : { ...file, bytes: await fetch(part.attachmentId) };
}

interface Writing {
  readonly given: ReadonlyMap<MailPart, Uint8Array>;
  readonly isMissing: ReadonlySet<MailPart>;
  readonly pieces: Uint8Array[];
  readonly depth: number;
  readonly path: string;
}

const encoder = new TextEncoder();

function write(part: MailPart, writing: Writing): void {
  const { given, isMissing, pieces, depth, path } = writing;
  const say = (text: string): void => void pieces.push(encoder.encode(text));
  const headers = part.headers.filter(({ name }) => !/^content-(?:type|transfer-encoding)$/i.test(name));
  for (const { name, value } of headers)
    if (/^[\x21-\x39\x3b-\x7e]+$/.test(name)) say(`${name}: ${headerLine(value)}${LINE}`);
  if (isMultipart(part)) {
    const boundary = `steward-${path}-${writing.given.size}`;
    say(`Content-Type: ${headerLine(part.mimeType)}; boundary="${boundary}"${LINE}${LINE}`);
    if (depth < MAX_DEPTH)
      for (const [at, child] of part.parts.entries()) {
        say(`--${boundary}${LINE}`);
        write(child, { ...writing, depth: depth + 1, path: `${path}.${at}` });
        say(LINE);
      }
    say(`--${boundary}--${LINE}`);
    return;
  }
  const bytes = given.get(part) ?? new Uint8Array();
  const isFile = headers.some(({ name }) => name.toLowerCase() === "content-disposition");
  if (isMissing.has(part) && !isFile) say(`Content-Disposition: attachment${LINE}`);
  say(`Content-Type: ${typeOf(part, bytes)}${LINE}`);
  // An attached e-mail is never encoded (RFC 2046, 5.2.1).
  if (/^message\//i.test(part.mimeType) && !isMissing.has(part)) {
    say(`Content-Transfer-Encoding: 8bit${LINE}${LINE}`);
    pieces.push(bytes);
  } else say(`Content-Transfer-Encoding: base64${LINE}${LINE}${base64(bytes)}`);
}

/** Gmail returns some texts as UTF-8 whatever their header says, so the charset is detected from the bytes. */
function typeOf({ headers, mimeType }: MailPart, bytes: Uint8Array): string {
  const stated = headers.find(({ name }) => name.toLowerCase() === "content-type")?.value;
  const type = headerLine(stated ?? mimeType);
  if (!/^text\//i.test(mimeType) || bytes.every((byte) => byte < 0x80) || !isUtf8(bytes)) return type;
  return `${type.replace(/;\s*charset=(?:"[^"]*"|[^;\s]*)/i, "")}; charset=utf-8`;
}

function isMultipart({ mimeType, body }: MailPart): boolean {
  return /^multipart\//i.test(mimeType) && body.attachmentId === undefined;
}

function leavesOf(payload: MailPart, depth = 0): MailPart[] {
  if (!isMultipart(payload)) return [payload];
  if (depth >= MAX_DEPTH) return [];
  return payload.parts.flatMap((part) => leavesOf(part, depth + 1)).slice(0, MAX_PARTS);
}

function leftOut({ body: { attachmentId, size = 0 } }: MailPart): LeftOut[] {
  return attachmentId === undefined ? [] : [{ attachmentId, sizeBytes: size }];
}

function headerLine(value: string): string {
  return value.replace(/[\r\n]+/g, " ");
}

function base64(bytes: Uint8Array): string {
  return toBase64(bytes).replace(/.{76}/g, `$&${LINE}`);
}
