/** Which rows of a table words are nearest to, by meaning. Embeddings of the examples are kept on disk: a fresh process would need seconds for them. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DIMENSIONS, dot } from "../embeddings/encoder.ts";
import { loadEncoder } from "../embeddings/load.ts";

/** The embedding of words, of length 1. */
export type Embed = (text: string) => Float32Array;

/** Anything that is chosen by examples of what people say who want it, with bars between them. */
export interface Meant {
  readonly when: string;
  /** Without such a word it is never meant, however near the rest is. */
  readonly mark?: RegExp;
}

/** Shared by every sandbox of this checkout. */
const FOLDER = join(import.meta.dirname, "../../node_modules/.cache/steward-sandbox");
/** The first words mostly say what kind of wish it is; what follows, what it is about. */
const HEAD_WORDS = 5;
const HEAD_SHARE = 0.94;
const MAX_KEPT = 5000;

/** Opens the encoder with the examples of some tables at hand. Takes 0.2 s, or some seconds the first time. */
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

/** Written whole, then renamed: several sandboxes may do so at once. */
function keep(file: string, vectors: Float32Array): void {
  try {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, new Uint8Array(vectors.buffer));
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // A folder that cannot be written to costs the next process some seconds.
  }
}

/** The examples of a row, one by one. */
export function examplesOf(when: string): string[] {
  return when.split(" | ");
}

/** Every row with how near its nearest example is, from 0 to 1, the nearest first; equally near ones stay in their order. */
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

/** The words, and what they begin with. Numbers and units say nothing about the kind of wish. */
function wholeAndHead(words: string): [string, string] {
  const plain = words
    .slice(0, 400)
    .replace(/\+?\(?\d[\d\s().-]{6,}\d/g, "Maria")
    .replace(/(?<=^\w+ )#?\d{1,3}[a-z]\b/i, "Maria");
  return [plain, plain.split(/\s+/).slice(0, HEAD_WORDS).join(" ")];
}
