/**
 * Permanent erasure of a person: their records are deleted, mentions are masked, and a certificate states
 * what was removed from where.
 */
export { erasurePagesOf, type ErasurePages } from "./pages.ts";
export type { ErasureDeps } from "./ports.ts";
export { continueErasures } from "./continue-erasures.ts";
