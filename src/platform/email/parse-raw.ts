/**
 * Parses a raw e-mail with a library. The library assumes UTF-8 if no charset is declared; here the charset
 * is detected from the bytes before decoding.
 */
import PostalMime, { type Email } from "postal-mime";
import { readTnef } from "./tnef.ts";
import { charsetOf, decodeText, isCharset } from "../../kernel/decode-text.ts";

const PARSER = { maxNestingDepth: 50, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 2 } as const;
/** The parser's cost grows per line; longer input is rejected. */
const MAX_LINES = 200_000;

/** What the parser knows about a part when it chooses a decoder. */
interface Part {
  readonly content: ArrayBuffer | null;
  readonly contentType: {
    readonly parsed: { readonly value: string; readonly params: Record<string, string> };
  };
}
interface Walker {
  collectNode: (this: Walker, part: Part, ...rest: unknown[]) => Promise<void>;
}

// The parser creates more instances for nested e-mails; patching the prototype covers them all.
const walker = PostalMime.prototype as unknown as Walker;
const collect = walker.collectNode;
walker.collectNode = function settled(part, ...rest) {
  const { content, contentType } = part;
  const { value, params } = contentType.parsed;
  if (content !== null && /^text\/|^application\/ics$/.test(value)) {
    const declared = params["charset"];
    // Leave charset labels that only the library knows.
    if (declared === undefined || isCharset(declared))
      params["charset"] = charsetOf(new Uint8Array(content), declared);
  }
  return collect.call(this, part, ...rest);
};

/** Null if the input is not an e-mail or is too large. */
export async function parseRaw(raw: Uint8Array<ArrayBuffer>): Promise<Email | null> {
  if (countLines(raw) > MAX_LINES) return null;
  try {
    return unwrapped(await PostalMime.parse(withReadableHead(raw), PARSER));
  } catch {
    return null;
  }
}

/** Unwraps Outlook's `winmail.dat`: its files replace it, and its body is used if the e-mail has no other. */
function unwrapped(email: Email): Email {
  let { text, html } = email;
  const attachments = email.attachments.flatMap((one): Email["attachments"] => {
    const isWrapping =
      /^application\/(?:vnd\.)?ms-tnef$/i.test(one.mimeType) || /^winmail\.dat$/i.test(one.filename ?? "");
    const held = isWrapping ? readTnef(bytesIn(one)) : null;
    if (held === null) return [one];
    if ((text ?? "").trim() === "" && html === undefined) {
      text = held.text;
      if (held.html !== "") html = held.html;
    }
    return held.files.map(({ name, type, bytes }) => ({
      filename: name,
      mimeType: type,
      disposition: "attachment",
      content: bytes,
    }));
  });
  return {
    ...email,
    attachments,
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
  };
}

export function bytesIn({ content }: Pick<Email["attachments"][number], "content">): Uint8Array<ArrayBuffer> {
  if (typeof content === "string") return new TextEncoder().encode(content) as Uint8Array<ArrayBuffer>;
  return content instanceof ArrayBuffer ? new Uint8Array(content) : new Uint8Array(content);
}

/** The library reads 8-bit header lines as UTF-8, so other encodings are converted first. RFC 6532. */
function withReadableHead(raw: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const end = headEnd(raw);
  const head = raw.subarray(0, end);
  if (head.every((byte) => byte < 0x80)) return raw;
  const decoded = decodeText(head);
  const rest = raw.subarray(end);
  const encoded = new TextEncoder().encode(decoded);
  const whole = new Uint8Array(encoded.length + rest.length);
  whole.set(encoded);
  whole.set(rest, encoded.length);
  return whole;
}

/** Index of the first empty line. */
function headEnd(raw: Uint8Array): number {
  for (let at = raw.indexOf(10); at >= 0; at = raw.indexOf(10, at + 1)) {
    if (raw[at + 1] === 10 || (raw[at + 1] === 13 && raw[at + 2] === 10)) return at + 1;
  }
  return raw.length;
}

function countLines(raw: Uint8Array): number {
  let count = 0;
  for (let at = raw.indexOf(10); at >= 0; at = raw.indexOf(10, at + 1)) count += 1;
  return count;
}
