/** Vector types exchanged with the objects that store them. */
import type { SearchKind } from "./search.ts";

/** A vector with its filter fields. */
export interface VectorRecord {
  /** At most 64 bytes. */
  readonly id: string;
  readonly values: Float32Array;
  readonly source: SearchKind;
  /** Unix ms. */
  readonly at: number;
  /** The item's dialogue, or empty. */
  readonly thread: string;
}

/** Times are Unix ms; `to` is exclusive. */
export interface VectorQuery {
  readonly values: Float32Array;
  /** At most 100 (Vectorize, "Limits", read 2026-11-21). */
  readonly topK: number;
  readonly sources?: readonly SearchKind[] | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly thread?: string | undefined;
}
