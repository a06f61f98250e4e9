/** Answers of agents that run projects as they are recorded. */
import type { Json } from "../../../src/kernel/hash.ts";
import type { JudgeSaid } from "./judge.ts";

/** An answer as it came. Replayed, it is graded again. */
export interface ProjectAnswer {
  readonly set: string;
  readonly id: string;
  readonly atMs: number;
  readonly seconds: number;
  /** The digest of its prompt (`prompts.ts`). */
  readonly prompt?: string;
  /** Null where no model answered. */
  readonly output: Json | null;
  /** Why there is none, in the product's words. */
  readonly problem: string | null;
  /** Of what code can't tell. */
  readonly judge?: JudgeSaid;
}
