/**
 * Daily upkeep: notes of past days are folded into areas, line by line in their own words; files that every
 * prompt includes change only by approval.
 */
export { curateMemory, type CurateDeps } from "./curate-memory.ts";
export { upkeepPlanSchema } from "./read-plan.ts";
