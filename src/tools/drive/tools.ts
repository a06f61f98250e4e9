/** The tools of this toolset. Adding one is its file and a line here. */
export { readDocument } from "./read-document.ts";
export { readSheet } from "./read-sheet.ts";
export { searchDrive } from "./search-drive.ts";
