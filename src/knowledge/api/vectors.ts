/** Vectors as they go to and from the objects that keep them. */
import type { SearchKind } from "./search.ts";

/** A vector with what it may be filtered by. */
export interface VectorRecord {
  /** At most 64 bytes. */
  readonly id: string;
  readonly values: Float32Array;
  readonly source: SearchKind;
  /** Unix ms. */
  readonly at: number;
  /** The dialogue it stands in; empty for none. */
  readonly thread: string;
}

/** What is looked for. Times are Unix ms; `to` is exclusive. */
export interface VectorQuery {
  readonly values: Float32Array;
  /** At most 100 (Vectorize, "Limits", read 2026-11-21). */
  readonly topK: number;
  readonly sources?: readonly SearchKind[] | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly thread?: string | undefined;
}
