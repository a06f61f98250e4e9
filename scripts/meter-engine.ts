/**
 * Makes `src/platform/code-sandbox/engine.wasm` from the QuickJS package: the same engine with a fuel gauge built in. Every loop iteration of the machine
 * code burns one unit, every block copy or fill one unit per 64 bytes, and an empty tank traps. The engine's own interrupt handler is asked
 * only every 10,000 steps of a script and never inside built-ins (a search through a long text, a product of long numbers), and a Worker's
 * clock stands still while it computes: neither would stop such a script. Run after an update of the package:
 * `node scripts/meter-engine.ts`; a test compares the file with what this makes.
 *
 * Format: WebAssembly Core Specification 2.0, chapter 5 (binary format).
 */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const OUTPUT = resolve(import.meta.dirname, "../src/platform/code-sandbox/engine.wasm");

const SECTION = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 } as const;
const I32 = 0x7f;
const I64 = 0x7e;
/** log2 of the bytes per fuel unit in a block copy or fill. */
const BULK_SHIFT = 6;

/** Fuel for initialization: 2^20, as signed LEB128. */
const STARTING_FUEL = [0x80, 0x80, 0xc0, 0x00];

/** Exported global with the remaining fuel. */
export const FUEL_EXPORT = "fuel";

/** Reads a module byte by byte. */
class Reader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new RangeError("the module ends too early");
    return byte;
  }

  u32(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if ((byte & 0x80) === 0) return value;
    }
  }

  /** Skips a LEB128 number of any width. */
  skipNumber(): void {
    while ((this.byte() & 0x80) !== 0);
  }

  skipNumbers(count: number): void {
    for (let index = 0; index < count; index++) this.skipNumber();
  }

  take(length: number): Uint8Array {
    const part = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return part;
  }
}

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  do {
    const rest = Math.floor(value / 128);
    bytes.push((value % 128) | (rest === 0 ? 0 : 0x80));
    value = rest;
  } while (value > 0);
  return bytes;
}

const text = (value: string): number[] => [...unsigned(value.length), ...new TextEncoder().encode(value)];

interface Section {
  readonly id: number;
  readonly body: Uint8Array;
}

function sectionsOf(module: Uint8Array): Section[] {
  const reader = new Reader(module, 8);
  const sections: Section[] = [];
  while (reader.at < module.length) sections.push({ id: reader.byte(), body: reader.take(reader.u32()) });
  return sections;
}

/** A vector section with appended entries. */
function appended(body: Uint8Array, entries: readonly (readonly number[])[]): number[] {
  const reader = new Reader(body);
  const count = reader.u32();
  return [...unsigned(count + entries.length), ...body.subarray(reader.at), ...entries.flat()];
}

/** The number of imported functions; throws for imports other than functions and a memory. */
function importedFunctions(body: Uint8Array): number {
  const reader = new Reader(body);
  let functions = 0;
  for (let left = reader.u32(); left > 0; left--) {
    reader.take(reader.u32());
    reader.take(reader.u32());
    const kind = reader.byte();
    if (kind === 0) {
      functions++;
      reader.skipNumber();
    } else if (kind === 2) {
      const limits = reader.byte();
      reader.skipNumbers((limits & 1) === 1 ? 2 : 1);
    } else throw new TypeError(`imports of kind ${kind} are not known`);
  }
  return functions;
}

const countOf = (body: Uint8Array): number => new Reader(body).u32();

/** Code that burns the i64 `amount` leaves on the stack and traps when fuel runs out. */
function burn(fuel: number, amount: readonly number[]): number[] {
  const tank = unsigned(fuel);
  const spend = [0x23, ...tank, ...amount, 0x7d, 0x24, ...tank];
  const trapOnEmpty = [0x23, ...tank, 0x42, 0x00, 0x53, 0x04, 0x40, 0x00, 0x0b];
  return [...spend, ...trapOnEmpty];
}

/** A function of three i32 that pays for a block operation by length and performs it. */
function bulkFunction(fuel: number, operation: readonly number[]): number[] {
  const amount = [0x20, 0x02, 0x41, BULK_SHIFT, 0x76, 0xad]; // i64(length >>> shift)
  const body = [0x00, ...burn(fuel, amount), 0x20, 0x00, 0x20, 0x01, 0x20, 0x02, ...operation, 0x0b];
  return [...unsigned(body.length), ...body];
}

/** The replacement of an instruction: itself with more code, or something else. */
interface Meter {
  readonly loop: readonly number[];
  readonly copy: readonly number[];
  readonly fill: readonly number[];
}

/** Immediates by opcode range (WebAssembly core specification, 5.4). */
const IMMEDIATES: readonly (readonly [from: number, to: number, skip: (reader: Reader) => void])[] = [
  [0x02, 0x04, (reader) => reader.skipNumber()],
  [0x0c, 0x0d, (reader) => reader.skipNumber()],
  [0x0e, 0x0e, (reader) => reader.skipNumbers(reader.u32() + 1)],
  [0x10, 0x10, (reader) => reader.skipNumber()],
  [0x11, 0x11, (reader) => reader.skipNumbers(2)],
  [0x20, 0x26, (reader) => reader.skipNumber()],
  [0x28, 0x3e, (reader) => reader.skipNumbers(2)],
  [0x3f, 0x42, (reader) => reader.skipNumber()],
  [0x43, 0x43, (reader) => reader.take(4)],
  [0x44, 0x44, (reader) => reader.take(8)],
];

/** Skips an instruction's immediates; throws for instructions the engine isn't known to use. */
function skipImmediates(reader: Reader, opcode: number): void {
  const known = IMMEDIATES.find(([from, to]) => opcode >= from && opcode <= to);
  if (known !== undefined) known[2](reader);
  else if (!isPlain(opcode)) throw new TypeError(`instruction 0x${opcode.toString(16)} is not known`);
}

/** Instructions without immediates: unreachable, nop, else, end, return, drop, select and all arithmetic. */
function isPlain(opcode: number): boolean {
  return [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b].includes(opcode) || (opcode >= 0x45 && opcode <= 0xc4);
}

function meteredCode(body: Uint8Array, meter: Meter): number[] {
  const reader = new Reader(body);
  for (let groups = reader.u32(); groups > 0; groups--) {
    reader.skipNumber();
    reader.byte();
  }
  const out: number[] = [...body.subarray(0, reader.at)];
  while (reader.at < body.length) {
    const start = reader.at;
    const opcode = reader.byte();
    if (opcode === 0xfc) out.push(...meteredBulk(reader, start, meter));
    else {
      skipImmediates(reader, opcode);
      out.push(...body.subarray(start, reader.at));
      if (opcode === 0x03) out.push(...meter.loop);
    }
  }
  return [...unsigned(out.length), ...out];
}

function meteredBulk(reader: Reader, start: number, meter: Meter): Iterable<number> {
  const kind = reader.u32();
  if (kind === 0x0a) {
    reader.skipNumbers(2);
    return meter.copy;
  }
  if (kind === 0x0b) {
    reader.skipNumber();
    return meter.fill;
  }
  if (kind === 0x08) reader.skipNumbers(2);
  else if (kind === 0x09) reader.skipNumber();
  else if (kind > 0x07) throw new TypeError(`instruction 0xfc ${kind} is not known`);
  return reader.bytes.subarray(start, reader.at);
}

function codeSection(body: Uint8Array, meter: Meter, more: readonly (readonly number[])[]): number[] {
  const reader = new Reader(body);
  const count = reader.u32();
  const parts: number[][] = [];
  for (let index = 0; index < count; index++) parts.push(meteredCode(reader.take(reader.u32()), meter));
  const out = unsigned(count + more.length);
  for (const part of [...parts, ...more]) for (const byte of part) out.push(byte);
  return out;
}

/** The instrumented module. Deterministic. */
export function metered(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const sections = sectionsOf(module);
  const bodyOf = (id: number): Uint8Array => {
    const found = sections.find((section) => section.id === id);
    if (found === undefined) throw new TypeError(`the module has no section ${id}`);
    return found.body;
  };
  const fuel = countOf(bodyOf(SECTION.global));
  const copy = importedFunctions(bodyOf(SECTION.import)) + countOf(bodyOf(SECTION.function));
  const type = countOf(bodyOf(SECTION.type));
  const meter: Meter = {
    loop: burn(fuel, [0x42, 0x01]),
    copy: [0x10, ...unsigned(copy)],
    fill: [0x10, ...unsigned(copy + 1)],
  };
  const rewritten: Record<number, (body: Uint8Array) => number[]> = {
    [SECTION.type]: (body) => appended(body, [[0x60, 3, I32, I32, I32, 0]]),
    [SECTION.function]: (body) => appended(body, [unsigned(type), unsigned(type)]),
    [SECTION.global]: (body) => appended(body, [[I64, 0x01, 0x42, ...STARTING_FUEL, 0x0b]]),
    [SECTION.export]: (body) => appended(body, [[...text(FUEL_EXPORT), 0x03, ...unsigned(fuel)]]),
    [SECTION.code]: (body) =>
      codeSection(body, meter, [
        bulkFunction(fuel, [0xfc, 0x0a, 0x00, 0x00]),
        bulkFunction(fuel, [0xfc, 0x0b, 0x00]),
      ]),
  };
  const parts: (readonly number[] | Uint8Array)[] = [module.subarray(0, 8)];
  for (const { id, body } of sections) {
    const rewrite = rewritten[id];
    const next = rewrite === undefined ? body : rewrite(body);
    parts.push([id, ...unsigned(next.length)], next);
  }
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export async function packagedEngine(): Promise<Uint8Array> {
  const require = createRequire(import.meta.url);
  return new Uint8Array(await readFile(require.resolve("@jitl/quickjs-wasmfile-release-sync/wasm")));
}

if (import.meta.main) await writeFile(OUTPUT, metered(await packagedEngine()));
