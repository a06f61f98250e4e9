/** A bounded piece of an erasure. */
import type { erasures } from "../tables/erasure.ts";
import type { ErasedPerson, KeptMention } from "../api/erasure.ts";
import type { ErasureDeps } from "./ports.ts";

/** An erasure as it is on record. */
export type Row = typeof erasures.$inferSelect;

/** What one piece came to. */
export interface Piece {
  readonly removed?: Readonly<Record<string, number>>;
  /** What was removed and is in the row's figures already. */
  readonly noted?: Readonly<Record<string, number>>;
  readonly left?: readonly KeptMention[];
  /** Where the stage goes on; null where it is over. */
  readonly place: Row["place"];
  /** It can go on only later. */
  readonly waitMs?: number;
}

/** Does the next piece of a stage. */
export type Work = (deps: ErasureDeps, person: ErasedPerson, row: Row) => Promise<Piece>;
