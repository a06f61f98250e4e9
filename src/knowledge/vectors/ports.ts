/** Embedding ports. Implemented by `src/platform` and `src/knowledge/vectors`. */
import type { VectorQuery, VectorRecord } from "../../platform/api/vectors.ts";

/** Some models embed questions differently from passages. */
type EmbeddingRole = "query" | "passage";

export interface Embedder {
  /** Stored with the vectors: those of another model are re-embedded. */
  readonly model: string;
  /** Weight of vector similarity in a passage's score, 0 to 1; the rest is text match. */
  readonly share: number;
  /** Absent for an unknown model. */
  readonly dimensions?: number;
  /** Texts per call, and the pause between calls during bulk work in ms. */
  readonly batch: number;
  readonly restMs: number;
  /** One unit vector per text. Throws IntegrationError. */
  embed(texts: readonly string[], role: EmbeddingRole): Promise<readonly Float32Array[]>;
}

/** One tenant's vectors. Writes become visible after seconds. Throws IntegrationError. */
export interface VectorStore {
  /** Replaces vectors with the same IDs. */
  upsert(records: readonly VectorRecord[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Which of these IDs have a vector. */
  there(ids: readonly string[]): Promise<readonly string[]>;
  /** Nearest first; scores are cosines. */
  query(query: VectorQuery): Promise<readonly { readonly id: string; readonly score: number }[]>;
}

/** Semantic search; without it, a deployment searches by text only. */
export interface Meaning {
  readonly embedder: Embedder;
  readonly vectors: VectorStore;
}
