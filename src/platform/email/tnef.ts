/**
 * Parses Outlook's `winmail.dat` (MS-OXTNEF of 2024, properties of MS-OXPROPS): its body, files and meeting
 * request. Unreadable parts are skipped; never throws. Pure.
 */
import { charsetOfPage, decodeText } from "../../kernel/decode-text.ts";
import { readRtf, unpackRtf } from "./rtf.ts";

interface Wrapped {
  readonly text: string;
  readonly html: string;
  readonly files: readonly WrappedFile[];
}
interface WrappedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const SIGNATURE = 0x223e9f78;
const MAX_ATTRIBUTES = 5_000;
const MAX_PROPERTIES = 2_000;
const MAX_FILES = 50;
const MAX_DEPTH = 3;

const ATTRIBUTES = {
  codepage: 0x00069007,
  body: 0x0002800c,
  messageProperties: 0x00069003,
  fileBegins: 0x00069002,
  fileTitle: 0x00018010,
  fileData: 0x0006800f,
  fileProperties: 0x00069005,
} as const;
const PROPERTIES = {
  messageClass: 0x001a,
  subject: 0x0037,
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  fileData: 0x3701,
  fileName: 0x3704,
  fileLongName: 0x3707,
  fileType: 0x370e,
  displayName: 0x3001,
} as const;
/** Named appointment properties and their numbers (MS-OXOCAL). */
const NAMED = { location: 0x8208, start: 0x820d, end: 0x820e } as const;

/** Null if invalid. */
export function readTnef(bytes: Uint8Array<ArrayBuffer>, depth = 0): Wrapped | null {
  const reader = new Bytes(bytes);
  if (bytes.byteLength < 6 || reader.u32() !== SIGNATURE || depth >= MAX_DEPTH) return null;
  reader.skip(2);
  let charset: string | null = null;
  let text = "";
  let properties = NO_PROPERTIES;
  const files: UnreadFile[] = [];
  for (let count = 0; count < MAX_ATTRIBUTES && reader.left >= 11; count++) {
    reader.skip(1);
    const id = reader.u32();
    const data = reader.take(reader.u32());
    reader.skip(2);
    const file = files.at(-1);
    if (id === ATTRIBUTES.codepage) charset = charsetOfPage(new Bytes(data).u32());
    else if (id === ATTRIBUTES.body) text = unended(decodeText(data, charset));
    else if (id === ATTRIBUTES.messageProperties) properties = readProperties(data);
    else if (id === ATTRIBUTES.fileBegins && files.length < MAX_FILES)
      files.push({ title: "", data: null, properties: NO_PROPERTIES });
    else if (id === ATTRIBUTES.fileTitle && file !== undefined)
      file.title = unended(decodeText(data, charset));
    else if (id === ATTRIBUTES.fileData && file !== undefined) file.data = data;
    else if (id === ATTRIBUTES.fileProperties && file !== undefined) file.properties = readProperties(data);
  }
  const words = bodyOf(properties, text, charset);
  const meeting = meetingWords(properties, charset);
  return {
    ...words,
    text: [words.text, meeting].filter((part) => part !== "").join("\n\n"),
    html: meeting === "" || words.html === "" ? words.html : `${words.html}<pre>${escaped(meeting)}</pre>`,
    files: files.flatMap((file) => filesOf(file, charset, depth)),
  };
}

interface UnreadFile {
  title: string;
  data: Uint8Array<ArrayBuffer> | null;
  properties: Properties;
}

/** Property values: by ID, and named properties by number. */
interface Properties {
  readonly plain: ReadonlyMap<number, Value>;
  readonly named: ReadonlyMap<number, Value>;
}
interface Value {
  readonly type: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
const NO_PROPERTIES: Properties = { plain: new Map(), named: new Map() };

/** Size in bytes of fixed-length types; null for types that encode their length. */
const SIZES: Readonly<Record<number, number>> = {
  0x0001: 4,
  0x0002: 4,
  0x0003: 4,
  0x0004: 4,
  0x0005: 8,
  0x0006: 8,
  0x0007: 8,
  0x000a: 4,
  0x000b: 4,
  0x0014: 8,
  0x0040: 8,
  0x0048: 16,
};
const MULTIPLE = 0x1000;
const UNICODE = 0x001f;
const OBJECT = 0x000d;

function readProperties(data: Uint8Array<ArrayBuffer>): Properties {
  const reader = new Bytes(data);
  const plain = new Map<number, Value>();
  const named = new Map<number, Value>();
  const count = Math.min(reader.u32(), MAX_PROPERTIES);
  for (let at = 0; at < count && reader.left >= 4; at++) {
    const type = reader.u16();
    const id = reader.u16();
    const name = id >= 0x8000 ? readName(reader) : null;
    const size = SIZES[type & ~MULTIPLE];
    const values = (type & MULTIPLE) !== 0 || size === undefined ? reader.u32() : 1;
    let first: Uint8Array<ArrayBuffer> | null = null;
    for (let value = 0; value < values && reader.left > 0; value++) {
      const length = size ?? reader.u32();
      const bytes = reader.take(length);
      reader.skip((4 - (length % 4)) % 4);
      first ??= bytes;
    }
    if (first === null) continue;
    if (name !== null) named.set(name, { type, bytes: first });
    else if (id < 0x8000) plain.set(id, { type, bytes: first });
  }
  return { plain, named };
}

/** The number of a named property; null if it is named by a string. */
function readName(reader: Bytes): number | null {
  reader.skip(16);
  if (reader.u32() === 0) return reader.u32();
  const length = reader.u32();
  reader.skip(length + ((4 - (length % 4)) % 4));
  return null;
}

function bodyOf({ plain }: Properties, text: string, charset: string | null): { text: string; html: string } {
  const packed = plain.get(PROPERTIES.rtf);
  const rtf = packed === undefined ? null : unpackRtf(packed.bytes);
  const rich = rtf === null ? { text: "", html: "" } : readRtf(rtf);
  const html = textOf(plain.get(PROPERTIES.html), charset) || rich.html;
  return { html, text: rich.text || textOf(plain.get(PROPERTIES.body), charset) || text };
}

/** Describes a meeting request in the same words as a calendar invitation. */
function meetingWords({ plain, named }: Properties, charset: string | null): string {
  const kind = /^IPM\.Schedule\.Meeting\.(Request|Canceled|Resp)/i.exec(
    textOf(plain.get(PROPERTIES.messageClass), charset),
  )?.[1];
  if (kind === undefined) return "";
  const what = { request: "Invitation", canceled: "Cancelled", resp: "Answer to an invitation" }[
    kind.toLowerCase()
  ];
  const when = [named.get(NAMED.start), named.get(NAMED.end)].flatMap((value) => timeOf(value) ?? []);
  const where = textOf(named.get(NAMED.location), charset);
  return [
    `${what}: ${textOf(plain.get(PROPERTIES.subject), charset)}`,
    ...(when.length === 0 ? [] : [`When: ${when.join(" – ")} (UTC)`]),
    ...(where === "" ? [] : [`Where: ${where}`]),
  ].join("\n");
}

/** A file, or the text and files of an attached e-mail. */
function filesOf(
  { title, data, properties }: UnreadFile,
  charset: string | null,
  depth: number,
): WrappedFile[] {
  const { plain } = properties;
  const said = (id: number): string => textOf(plain.get(id), charset);
  const name =
    said(PROPERTIES.fileLongName) ||
    title ||
    said(PROPERTIES.fileName) ||
    said(PROPERTIES.displayName) ||
    "(no name)";
  const held = plain.get(PROPERTIES.fileData);
  // An object starts with the 16-byte ID of its interface.
  const inner = held?.type === OBJECT ? readTnef(held.bytes.slice(16), depth + 1) : null;
  if (inner !== null) {
    const words = {
      name: `${name}.${inner.html === "" ? "txt" : "html"}`,
      type: inner.html === "" ? "text/plain" : "text/html",
    };
    const bytes = new TextEncoder().encode(inner.html || inner.text) as Uint8Array<ArrayBuffer>;
    return [{ ...words, bytes }, ...inner.files].slice(0, MAX_FILES);
  }
  const bytes = data ?? held?.bytes;
  return bytes === undefined ? [] : [{ name, type: said(PROPERTIES.fileType) || typeOfName(name), bytes }];
}

const TYPES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  txt: "text/plain",
  csv: "text/csv",
  ics: "text/calendar",
  eml: "message/rfc822",
};

function typeOfName(name: string): string {
  return TYPES[/\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? ""] ?? "application/octet-stream";
}

function textOf(value: Value | undefined, charset: string | null): string {
  if (value === undefined) return "";
  return unended(decodeText(value.bytes, (value.type & ~MULTIPLE) === UNICODE ? "utf-16le" : charset));
}

/** Removes the terminating zero. */
function unended(text: string): string {
  return text.replace(/\0[^]*$/, "");
}

/** Converts 100 ns ticks since 1601 to `2026-12-03 14:00`. */
function timeOf(value: Value | undefined): string | null {
  if (value === undefined || value.bytes.byteLength < 8) return null;
  const ticks = new DataView(value.bytes.buffer, value.bytes.byteOffset, 8).getBigUint64(0, true);
  const ms = Number(ticks / 10_000n) - 11_644_473_600_000;
  return Math.abs(ms) > 8e15 ? null : new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Little-endian reader. Reads past the end return zeros or empty values. */
class Bytes {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return Math.max(0, this.#bytes.byteLength - this.#at);
  }

  u16(): number {
    const value = this.left >= 2 ? this.#view.getUint16(this.#at, true) : 0;
    this.#at += 2;
    return value;
  }

  u32(): number {
    const value = this.left >= 4 ? this.#view.getUint32(this.#at, true) : 0;
    this.#at += 4;
    return value;
  }

  take(length: number): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return taken;
  }

  skip(length: number): void {
    this.#at += length;
  }
}
