/**
 * In-memory sketches for sequential scans: about 90 bytes each at 512 dimensions, in blocks, so that growing never copies existing ones.
 */
import type { Best } from "./best.ts";
import type { VectorQuery } from "../../platform/api/vectors.ts";
import { sketchBytes } from "./sketch.ts";

const BLOCK = 4_096;
const SHIFT = 12;

export interface SketchRow {
  readonly row: number;
  readonly bits: Uint8Array;
  readonly gain: number;
  readonly source: string;
  readonly at: number;
  readonly thread: string;
}

/** Interns strings as small numbers. */
class Codes {
  readonly #codes = new Map<string, number>();

  of(text: string): number {
    const code = this.#codes.get(text) ?? this.#codes.size;
    this.#codes.set(text, code);
    return code;
  }

  /** -1 if unknown. */
  find(text: string): number {
    return this.#codes.get(text) ?? -1;
  }
}

class Block {
  readonly bits: Uint8Array;
  /** NaN for deleted entries. */
  readonly gains = new Float32Array(BLOCK);
  readonly rows = new Float64Array(BLOCK);
  readonly ats = new Float64Array(BLOCK);
  readonly threads = new Int32Array(BLOCK);
  readonly sources = new Uint8Array(BLOCK);

  constructor(bytes: number) {
    this.bits = new Uint8Array(BLOCK * bytes);
  }
}

/** All sketches of vectors of one dimension. */
export class LoadedSketches {
  readonly dimensions: number;
  readonly #bytes: number;
  readonly #blocks: Block[] = [];
  readonly #sources = new Codes();
  readonly #threads = new Codes();
  #count = 0;
  #gone = 0;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#bytes = sketchBytes(dimensions);
  }

  /** Whether enough entries are deleted to justify a reload. */
  get isSparse(): boolean {
    return this.#gone > BLOCK && this.#gone > this.#count / 4;
  }

  /** Adds one; rows must be increasing. */
  put({ row, bits, gain, source, at, thread }: SketchRow): void {
    const place = this.#count++;
    const block = (this.#blocks[place >> SHIFT] ??= new Block(this.#bytes));
    const within = place & (BLOCK - 1);
    block.bits.set(bits, within * this.#bytes);
    block.gains[within] = gain;
    block.rows[within] = row;
    block.ats[within] = at;
    block.threads[within] = this.#threads.of(thread);
    block.sources[within] = this.#sources.of(source);
  }

  drop(row: number): void {
    const place = this.#placeOf(row);
    const block = place === null ? undefined : this.#blocks[place >> SHIFT];
    if (place === null || block === undefined) return;
    block.gains[place & (BLOCK - 1)] = Number.NaN;
    this.#gone += 1;
  }

  /** Offers matching rows by estimated cosine. */
  scan(products: Float32Array, asked: Omit<VectorQuery, "values" | "topK">, best: Best): void {
    const isAsked = this.#filter(asked);
    for (const [index, block] of this.#blocks.entries()) {
      const count = Math.min(BLOCK, this.#count - index * BLOCK);
      for (let within = 0; within < count; within++)
        if (isAsked === null || isAsked(block, within))
          best.offer(estimate(block, within, this.#bytes, products), block.rows[within] ?? 0);
    }
  }

  #filter({
    sources,
    from,
    to,
    thread,
  }: Omit<VectorQuery, "values" | "topK">): ((block: Block, within: number) => boolean) | null {
    if (sources === undefined && from === undefined && to === undefined && thread === undefined) return null;
    const wanted =
      sources === undefined ? null : new Set(sources.map((source) => this.#sources.find(source)));
    const code = thread === undefined ? null : this.#threads.find(thread);
    const [since, until] = [from ?? -Infinity, to ?? Infinity];
    return ({ ats, threads, sources: kinds }, within) => {
      const at = ats[within] ?? 0;
      const isOfThread = code === null || threads[within] === code;
      return at >= since && at < until && isOfThread && wanted?.has(kinds[within] ?? 0) !== false;
    };
  }

  #placeOf(row: number): number | null {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#rowAt(middle) < row) low = middle + 1;
      else high = middle;
    }
    return low < this.#count && this.#rowAt(low) === row ? low : null;
  }

  #rowAt(place: number): number {
    return this.#blocks[place >> SHIFT]?.rows[place & (BLOCK - 1)] ?? 0;
  }
}

/** NaN for deleted entries, which never beats anything. */
function estimate({ bits, gains }: Block, within: number, bytes: number, products: Float32Array): number {
  const from = within * bytes;
  let sum = 0;
  for (let at = 0; at < bytes; at++) sum += products[(at << 8) + (bits[from + at] as number)] as number;
  return sum * (gains[within] as number);
}
