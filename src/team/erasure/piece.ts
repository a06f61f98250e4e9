/** A bounded piece of an erasure. */
import type { erasures } from "../tables/erasure.ts";
import type { ErasedPerson, KeptMention } from "../api/erasure.ts";
import type { ErasureDeps } from "./ports.ts";

export type Row = typeof erasures.$inferSelect;

export interface Piece {
  readonly removed?: Readonly<Record<string, number>>;
  /** Removals already counted in the row. */
  readonly noted?: Readonly<Record<string, number>>;
  readonly left?: readonly KeptMention[];
  /** Where the stage continues; null at its end. */
  readonly place: Row["place"];
  /** Delay before it can continue. */
  readonly waitMs?: number;
}

/** Does the next piece of a stage. */
export type Work = (deps: ErasureDeps, person: ErasedPerson, row: Row) => Promise<Piece>;
