/** Writes `winmail.dat` as Outlook does (MS-OXTNEF), for tests. */

/** A property: its number, its type, its bytes; `named` where it belongs to a set. */
export interface TnefProperty {
  readonly id: number;
  readonly type: number;
  readonly bytes: Uint8Array;
  readonly named?: number;
}
export interface TnefFile {
  readonly title?: string;
  readonly data?: Uint8Array;
  readonly properties?: readonly TnefProperty[];
}

const u16 = (value: number): number[] => [value & 255, (value >> 8) & 255];
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];

export const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`${text}\0`, "utf16le"));
export const latin = (text: string): Uint8Array => new Uint8Array(Buffer.from(`${text}\0`, "latin1"));
export const ticks = (iso: string): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigUint64(0, (BigInt(Date.parse(iso)) + 11_644_473_600_000n) * 10_000n, true);
  return new Uint8Array(bytes.buffer);
};
/** RTF as it may stand unpacked (MS-OXRTFCP, 2.1.3.1.4). */
export const plainRtf = (rtf: string): Uint8Array =>
  new Uint8Array([
    ...u32(rtf.length + 12),
    ...u32(rtf.length),
    ...u32(0x414c454d),
    ...u32(0),
    ...latin(rtf).slice(0, -1),
  ]);

function attribute(level: number, id: number, data: Uint8Array): number[] {
  const sum = data.reduce((total, byte) => (total + byte) % 65_536, 0);
  return [level, ...u32(id), ...u32(data.length), ...data, ...u16(sum)];
}

const FIXED = new Set([0x0003, 0x0040]);

function properties(list: readonly TnefProperty[]): Uint8Array {
  const pad = (length: number): number[] => Array.from({ length: (4 - (length % 4)) % 4 }, () => 0);
  return new Uint8Array([
    ...u32(list.length),
    ...list.flatMap(({ id, type, bytes, named }) => [
      ...u16(type),
      ...u16(named === undefined ? id : 0x8000),
      ...(named === undefined ? [] : [...Array.from({ length: 16 }, () => 7), ...u32(0), ...u32(named)]),
      ...(FIXED.has(type) ? [] : [...u32(1), ...u32(bytes.length)]),
      ...bytes,
      ...pad(bytes.length),
    ]),
  ]);
}

/** The whole file. */
export function tnefFile({
  body,
  codepage = 1252,
  message = [],
  files = [],
}: {
  readonly body?: string;
  readonly codepage?: number;
  readonly message?: readonly TnefProperty[];
  readonly files?: readonly TnefFile[];
}): Uint8Array<ArrayBuffer> {
  return new Uint8Array([
    ...u32(0x223e9f78),
    ...u16(1),
    ...attribute(1, 0x00089006, new Uint8Array(u32(0x00010000))),
    ...attribute(1, 0x00069007, new Uint8Array([...u32(codepage), ...u32(0)])),
    ...(body === undefined ? [] : attribute(1, 0x0002800c, latin(body))),
    ...attribute(1, 0x00069003, properties(message)),
    ...files.flatMap(({ title, data, properties: own = [] }) => [
      ...attribute(2, 0x00069002, new Uint8Array(14)),
      ...(title === undefined ? [] : attribute(2, 0x00018010, latin(title))),
      ...(data === undefined ? [] : attribute(2, 0x0006800f, data)),
      ...attribute(2, 0x00069005, properties(own)),
    ]),
  ]);
}
