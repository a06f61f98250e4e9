/** Embeddings of words, kept in memory; those of the playbook's examples on disk too, since a fresh process would need seconds for them. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DIMENSIONS } from "../embeddings/encoder.ts";
import { loadEncoder } from "../embeddings/load.ts";

/** The embedding of words, of length 1. */
export type Embed = (text: string) => Float32Array;

/** Shared by every sandbox of this checkout. */
const FOLDER = join(import.meta.dirname, "../../node_modules/.cache/steward-sandbox");
/** Words beyond these many are embedded again each time they come up. */
const MAX_KEPT = 5000;

/** Opens the encoder with the embeddings of some examples at hand. Takes 0.2 s, or some seconds the first time. */
export async function openEmbed(examples: readonly string[]): Promise<Embed> {
  const encode = await loadEncoder();
  const texts = [...new Set(examples)];
  const hash = createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 16);
  const file = join(FOLDER, `examples-${hash}.f32`);
  const stored = read(file, texts.length);
  const vectors = stored ?? Float32Array.from(texts.flatMap((text) => [...encode(text).vector]));
  if (stored === null) keep(file, vectors);
  const known = new Map(
    texts.map((text, index) => [text, vectors.subarray(index * DIMENSIONS, (index + 1) * DIMENSIONS)]),
  );
  return (text) => {
    const vector = known.get(text) ?? encode(text).vector;
    if (known.size < MAX_KEPT) known.set(text, vector);
    return vector;
  };
}

function read(file: string, count: number): Float32Array | null {
  try {
    const vectors = new Float32Array(new Uint8Array(readFileSync(file)).buffer);
    return vectors.length === count * DIMENSIONS ? vectors : null;
  } catch {
    return null;
  }
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
