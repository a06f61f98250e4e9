export { readPage, type PageReader } from "./read-page.ts";
export { isOnSites } from "./sites.ts";
