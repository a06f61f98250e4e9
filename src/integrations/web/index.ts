export { readPage, type Page, type PageReader } from "./read-page.ts";
export { isOnSites } from "./sites.ts";
