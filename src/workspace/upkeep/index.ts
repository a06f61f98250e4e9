/** Daily upkeep: what notes of days gone by say goes into areas, line by line in its own words; what every prompt holds changes by approval alone. */
export { curateMemory, type CurateDeps } from "./curate-memory.ts";
export { upkeepPlanSchema } from "./read-plan.ts";
