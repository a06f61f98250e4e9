/** The product's index and the sandbox's embedding model in one process, for measuring search quality. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { loadEncoder } from "../sandbox/embeddings/load.ts";
import type { ObjectSql, SqlValue } from "../src/platform/db/object-sql.ts";
import { SketchIndex, traitsOf, unit, type Meaning } from "../src/knowledge/vectors/index.ts";

/** Universal Sentence Encoder "lite" (sandbox/embeddings). */
const MODEL = "use-lite-512";
const DIMENSIONS = 512;

/** An in-memory database with an object's SQL interface. */
export function memoryDatabase(): ObjectSql {
  return databaseAt(":memory:");
}

/** A file database, for data too large for memory. */
export function databaseAt(path: string): ObjectSql {
  const database = new DatabaseSync(path);
  if (path !== ":memory:") database.exec("pragma journal_mode = wal; pragma synchronous = off");
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  return {
    rows<Row>(text: string, ...bindings: readonly SqlValue[]) {
      const statement = statements.get(text) ?? database.prepare(text);
      statements.set(text, statement);
      return statement.all(...bindings) as Row[];
    },
    transaction(work) {
      database.exec("SAVEPOINT one");
      try {
        return work();
      } finally {
        database.exec("RELEASE one");
      }
    },
  };
}

export type Embed = (text: string) => Float32Array;

/** The sandbox's model. */
export async function localEmbed(): Promise<Embed> {
  const encode = await loadEncoder();
  return (text) => unit(encode(text).vector);
}

/** The sandbox's model with a file cache, since embedding is slow and deterministic. `keep` saves the cache. */
export async function keptEmbed(path: string): Promise<{ readonly embed: Embed; readonly keep: () => void }> {
  const known = readVectors(path);
  const made = new Map<string, Float32Array>();
  const fresh = await localEmbed();
  const embed = (text: string): Float32Array => {
    const key = createHash("sha256").update(text).digest("hex").slice(0, 32);
    const vector = known.get(key) ?? made.get(key) ?? fresh(text);
    made.set(key, vector);
    return vector;
  };
  return { embed, keep: () => writeVectors(path, made) };
}

/** The model with a vector index whose writes are visible immediately. */
export function localMeaning(embed: Embed, sql = memoryDatabase()): Meaning {
  const index = new SketchIndex(sql, 0);
  return {
    embedder: {
      model: MODEL,
      ...traitsOf(MODEL),
      batch: 64,
      restMs: 0,
      embed: (texts) => Promise.resolve(texts.map(embed)),
    },
    vectors: {
      upsert: (records) => Promise.resolve(index.upsert(records, Date.now())),
      remove: (ids) => Promise.resolve(index.remove(ids, Date.now())),
      there: (ids) => Promise.resolve(index.there(ids)),
      query: (query) => Promise.resolve(index.query(query, Date.now())),
    },
  };
}

const KEY_BYTES = 16;
const RECORD_BYTES = KEY_BYTES + DIMENSIONS * 4;

function readVectors(path: string): Map<string, Float32Array> {
  const known = new Map<string, Float32Array>();
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return known;
  }
  for (let at = 0; at + RECORD_BYTES <= bytes.length; at += RECORD_BYTES) {
    const values = bytes.subarray(at + KEY_BYTES, at + RECORD_BYTES);
    known.set(bytes.toString("hex", at, at + KEY_BYTES), new Float32Array(new Uint8Array(values).buffer));
  }
  return known;
}

function writeVectors(path: string, vectors: ReadonlyMap<string, Float32Array>): void {
  mkdirSync(dirname(path), { recursive: true });
  const records = [...vectors].map(([key, vector]) =>
    Buffer.concat([
      Buffer.from(key, "hex"),
      Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
    ]),
  );
  writeFileSync(path, Buffer.concat(records));
}
