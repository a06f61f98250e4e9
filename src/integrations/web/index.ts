/** The web: the sites a team lists, and pages of them. */
export { readPage, type Page, type PageReader } from "./read-page.ts";
export { isOnSites } from "./sites.ts";
