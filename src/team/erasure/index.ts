/** Erasing a person for good: what is theirs goes, what mentions them is taken out, a certificate says what was removed where. */
export { erasurePagesOf, type ErasurePages } from "./pages.ts";
export type { ErasureDeps } from "./ports.ts";
export { continueErasures } from "./work.ts";
