import type { BadgeCounts } from "../badge-counts.ts";
import type { Entry, Group } from "../../menu.ts";

/** What the pages behind a door count together. */
export function doorCount(pages: readonly Pick<Entry, "badge">[], counts: BadgeCounts): number {
  return pages.reduce((sum, { badge }) => sum + (badge === undefined ? 0 : counts[badge]), 0);
}

/** What a door's count is, in a word. */
export function countWords(group: Group): string {
  return group === "today" ? "waiting" : "unread";
}
