/** The archive: records too old for the database, kept for the team's lifetime and verifiable (page.ts). */
export { eraseFromArchive, type ErasePlace } from "./erase.ts";
export { checkArchive } from "./check.ts";
export { searchArchive, type Wanted } from "./find.ts";
export { listMonths, monthFile } from "./list.ts";
export { pageKey } from "./page.ts";
export { verifyArchive } from "./verify.ts";
export { archiveOld, isArchived, SEALED, type PageRow } from "./archive-old.ts";
