/** Composes RFC 5322 messages from outside senders. Returns a binary string with CRLF line endings. */
import { createHash } from "node:crypto";

/** An attachment. */
export interface MailFile {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface MailDraft {
  readonly messageId: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly files?: readonly MailFile[];
  readonly inReplyTo?: string;
  readonly references?: readonly string[];
  readonly dateMs: number;
  /** Additional headers, e.g. `List-Unsubscribe`. */
  readonly headers?: Readonly<Record<string, string>>;
}

const LINE = "\r\n";

/** Deterministic. */
export function composeMail(draft: MailDraft): string {
  const headers: [string, string][] = [
    ["From", mailbox(draft.from)],
    ["To", draft.to.map(mailbox).join(", ")],
    ...(draft.cc === undefined || draft.cc.length === 0
      ? []
      : [["Cc", draft.cc.map(mailbox).join(", ")] as [string, string]]),
    ["Subject", encodedWords(draft.subject)],
    ["Date", new Date(draft.dateMs).toUTCString().replace("GMT", "+0000")],
    ["Message-ID", draft.messageId],
    ...(draft.inReplyTo === undefined ? [] : [["In-Reply-To", draft.inReplyTo] as [string, string]]),
    ...(draft.references === undefined || draft.references.length === 0
      ? []
      : [["References", draft.references.join(`${LINE} `)] as [string, string]]),
    ...Object.entries(draft.headers ?? {}).map(([name, value]): [string, string] => [
      name,
      encodedWords(value),
    ]),
    ["MIME-Version", "1.0"],
  ];
  const head = headers.map(([name, value]) => `${name}: ${withoutBreaks(value)}`).join(LINE);
  return `${head}${LINE}${bodyOf(draft)}`;
}

function bodyOf({ messageId, text, html, files = [] }: MailDraft): string {
  const mark = createHash("sha256").update(messageId).digest("hex").slice(0, 24);
  const words = textPart("plain", text);
  const body =
    html === undefined ? words : multipart("alternative", `a${mark}`, [words, textPart("html", html)]);
  if (files.length === 0) return body;
  return multipart("mixed", `m${mark}`, [body, ...files.map(filePart)]);
}

export function multipart(kind: string, boundary: string, parts: readonly string[]): string {
  const inner = parts.map((part) => `--${boundary}${LINE}${part}${LINE}`).join("");
  return `Content-Type: multipart/${kind}; boundary="${boundary}"${LINE}${LINE}${inner}--${boundary}--${LINE}`;
}

function textPart(kind: "plain" | "html", text: string): string {
  const lines = text.replace(/\r\n?/g, "\n");
  return `Content-Type: text/${kind}; charset=UTF-8${LINE}Content-Transfer-Encoding: quoted-printable${LINE}${LINE}${quotedPrintable(lines)}`;
}

export function filePart({ filename, contentType, content }: MailFile): string {
  const name = withoutBreaks(filename);
  const plain = /^[\x20-\x7e]*$/.test(name)
    ? `filename="${name.replace(/["\\]/g, "\\$&")}"`
    : `filename*=UTF-8''${encodeURIComponent(name)}`;
  const body = content.toString("base64").replace(/.{76}/g, `$&${LINE}`);
  return `Content-Type: ${withoutBreaks(contentType)}${LINE}Content-Disposition: attachment; ${plain}${LINE}Content-Transfer-Encoding: base64${LINE}${LINE}${body}`;
}

/** `Name <address>` with the name encoded or quoted if necessary. */
function mailbox(value: string): string {
  const [, name, address] = /^(.*?)\s*<([^<>]+)>\s*$/s.exec(value) ?? [];
  if (name === undefined || address === undefined || name === "") return value.trim();
  const bare = name.replace(/^"(.*)"$/s, "$1");
  if (!/^[\x20-\x7e]*$/.test(bare)) return `${encodedWords(bare)} <${address}>`;
  return `${/^[\w !#$%&'*+/=?^`{|}~-]+$/.test(bare) ? bare : `"${bare.replace(/["\\]/g, "\\$&")}"`} <${address}>`;
}

/** Encodes non-ASCII text as RFC 2047 words. */
function encodedWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const pieces: string[] = [];
  let piece = "";
  for (const character of text) {
    if (Buffer.byteLength(piece + character) > 45) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
  }
  return [...pieces, piece]
    .map((one) => `=?UTF-8?B?${Buffer.from(one).toString("base64")}?=`)
    .join(`${LINE} `);
}

/** Prevents header injection: only folded continuation lines are allowed. */
function withoutBreaks(value: string): string {
  return value.replace(/\r?\n(?![ \t])|\r(?!\n)/g, " ");
}

function quotedPrintable(text: string): string {
  return text
    .split("\n")
    .map((line) => {
      if (/^(?:[\x20-\x3c\x3e-\x7e]{0,74}[\x21-\x3c\x3e-\x7e])?$/.test(line)) return line;
      const encoded = Array.from(new Uint8Array(Buffer.from(line)), (byte: number) =>
        (byte >= 33 && byte <= 126 && byte !== 61) || byte === 32 || byte === 9
          ? String.fromCharCode(byte)
          : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`,
      );
      const lines: string[] = [];
      let current = "";
      for (const piece of encoded) {
        if (current.length + piece.length > 75) {
          lines.push(`${current}=`);
          current = "";
        }
        current += piece;
      }
      lines.push(current.replace(/[ \t]$/, (space) => (space === " " ? "=20" : "=09")));
      return lines.join(LINE);
    })
    .join(LINE);
}
