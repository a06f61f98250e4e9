/** Finds table rows by similarity of meaning. Example embeddings are cached on disk, because computing them takes seconds. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DIMENSIONS, dot } from "../embeddings/encoder.ts";
import { loadEncoder } from "../embeddings/load.ts";

/** A unit-length embedding. */
export type Embed = (text: string) => Float32Array;

/** Selectable by example phrases, separated by bars. */
export interface Meant {
  readonly when: string;
  /** Required pattern: without it the row never matches. */
  readonly mark?: RegExp;
}

/** Shared by all sandboxes of this checkout. */
const FOLDER = join(import.meta.dirname, "../../node_modules/.cache/steward-sandbox");
/** The first words usually determine the kind of request, the rest its subject. */
const HEAD_WORDS = 5;
const HEAD_SHARE = 0.94;
const MAX_KEPT = 5000;

/** Opens the encoder with the tables' examples. Takes 0.2 s, or several seconds the first time. */
export async function openEmbed(tables: readonly Meant[]): Promise<Embed> {
  const encode = await loadEncoder();
  const texts = [
    ...new Set(tables.flatMap(({ when }) => examplesOf(when).flatMap((one) => [one, ...wholeAndHead(one)]))),
  ];
  const hash = createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 16);
  const file = join(FOLDER, `examples-${hash}.f32`);
  let vectors: Float32Array;
  try {
    vectors = new Float32Array(new Uint8Array(readFileSync(file)).buffer);
    if (vectors.length !== texts.length * DIMENSIONS) throw new RangeError("Cut short");
  } catch {
    vectors = Float32Array.from(texts.flatMap((text) => [...encode(text).vector]));
    keep(file, vectors);
  }
  const known = new Map(
    texts.map((text, index) => [text, vectors.subarray(index * DIMENSIONS, (index + 1) * DIMENSIONS)]),
  );
  return (text) => {
    const vector = known.get(text) ?? encode(text).vector;
    if (known.size < MAX_KEPT) known.set(text, vector);
    return vector;
  };
}

/** Written atomically: several sandboxes may write at once. */
function keep(file: string, vectors: Float32Array): void {
  try {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, new Uint8Array(vectors.buffer));
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // Without a writable folder, the next process recomputes.
  }
}

/** A row's examples. */
export function examplesOf(when: string): string[] {
  return when.split(" | ");
}

/** Rows with the similarity of their nearest example, 0 to 1, best first; ties keep their order. */
export function nearest<T extends Meant>(
  words: string,
  table: readonly T[],
  embed: Embed,
): { readonly row: T; readonly score: number }[] {
  const [whole, head] = wholeAndHead(words).map(embed) as [Float32Array, Float32Array];
  const near = (example: string): number => {
    const [all, start] = wholeAndHead(example).map(embed) as [Float32Array, Float32Array];
    return Math.max(dot(whole, all), HEAD_SHARE * dot(head, start));
  };
  return table
    .filter(({ mark }) => mark?.test(words) ?? true)
    .map((row) => ({ row, score: Math.max(...examplesOf(row.when).map(near)) }))
    .sort((a, b) => b.score - a.score);
}

/** The full text, and its beginning. Numbers and units are dropped, since they don't indicate the kind of request. */
function wholeAndHead(words: string): [string, string] {
  const plain = words
    .slice(0, 400)
    .replace(/\+?\(?\d[\d\s().-]{6,}\d/g, "Maria")
    .replace(/(?<=^\w+ )#?\d{1,3}[a-z]\b/i, "Maria");
  return [plain, plain.split(/\s+/).slice(0, HEAD_WORDS).join(" ")];
}
