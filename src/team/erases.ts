/** What becomes of a person in the tables of this room. */
import type { Erases } from "../platform/erasure.ts";

export const erases = {
  agent_days: { treatment: "keep" },
  matter_days: { treatment: "keep" },
  archive_pages: { treatment: "keep" },
  erasures: { treatment: "keep" },
  first_steps: { treatment: "keep" },
} satisfies Erases;
