/** Daily upkeep: what notes of days gone by say goes into areas, line by line in its own words; what every prompt holds changes by approval alone. */
export { applyFold } from "./apply-fold.ts";
export { filesToShow, linesToFold } from "./notes.ts";
export { findPlan, keepPlan } from "./plans.ts";
export { memoryWith } from "./propose-memory.ts";
export { readPlan } from "./read-plan.ts";
export type { Fold, NoteLine, ShownFile } from "./types.ts";
