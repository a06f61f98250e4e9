/** This toolset's tools. To add one, create its file and add a line here. */
export { appendToSheet } from "./append-to-sheet.ts";
export { createDocument } from "./create-document.ts";
export { readDocument } from "./read-document.ts";
export { readPdf } from "./read-pdf.ts";
export { readSheet } from "./read-sheet.ts";
export { searchDrive } from "./search-drive.ts";
