/** Meaning as numbers: a text becomes a vector, and what means alike lies near. Implemented by `src/platform` and `src/knowledge/vectors`. */
import type { VectorQuery, VectorRecord } from "../api/vectors.ts";

export type { VectorQuery, VectorRecord } from "../api/vectors.ts";

/** Some models embed a question otherwise than the passages it is held against. */
export type EmbeddingRole = "query" | "passage";

/** Makes vectors of texts. */
export interface Embedder {
  /** Stamped beside the vectors: those of another model are made again. */
  readonly model: string;
  /** Share of a vector's nearness in a passage's score, from 0 to 1; the rest is words'. */
  readonly share: number;
  /** Texts embedded in one call, and how long the index rests between two while it has many to make, in ms. */
  readonly batch: number;
  readonly restMs: number;
  /** One vector a text, of length 1. Throws IntegrationError. */
  embed(texts: readonly string[], role: EmbeddingRole): Promise<readonly Float32Array[]>;
}

/** One tenant's vectors. What is written is found seconds later. Throws IntegrationError. */
export interface VectorStore {
  /** Replaces those of the same ids whole. */
  upsert(records: readonly VectorRecord[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Those of some ids that have a vector. */
  there(ids: readonly string[]): Promise<readonly string[]>;
  /** The nearest, nearest first; scores are cosines. */
  query(query: VectorQuery): Promise<readonly { readonly id: string; readonly score: number }[]>;
}

/** What finding by meaning needs; a deployment that has none finds by words alone. */
export interface Meaning {
  readonly embedder: Embedder;
  readonly vectors: VectorStore;
}
