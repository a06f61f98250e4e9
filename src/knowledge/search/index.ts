/** Search: one index per tenant, derived from the records and rebuildable at any time. */
export { ask, timedWords, type Answered } from "./ask.ts";
export { migrateSearchObject } from "./object-schema.ts";
export { searchConsumer, type IndexDeps } from "./consume.ts";
export { CheckState, stepCheck } from "./check.ts";
export { joinedSource } from "./joined-source.ts";
export { RebuildState, stepRebuild } from "./rebuild.ts";
export { dropVectors, embedNext, nearestPassages as nearest } from "./meaning.ts";
export { namedIn, type Nameable } from "./names.ts";
export { passagesOf } from "./passages.ts";
export type { NearPassages } from "./ranking.ts";
export { SearchIndex } from "./search-index.ts";
export { withoutDuplicates } from "./duplicates.ts";
export { excerptsOf, partAbout, SHOWN, type Excerpt } from "./sittings.ts";
export { withNear } from "./with-near.ts";
export { embeddedChars } from "./vector-work.ts";
