/** Combines two sources of one kind. */
import type { SearchSource } from "../../platform/search-sources.ts";

const SECOND = "then:";

/** The first's items, then the second's; `isOfSecond` tells their IDs apart. */
export function joinedSource(
  first: SearchSource,
  second: SearchSource,
  isOfSecond: (id: string) => boolean,
): SearchSource {
  return {
    async load(ids) {
      const theirs = ids.filter(isOfSecond);
      const ours = ids.filter((id) => !isOfSecond(id));
      const [some, others] = await Promise.all([
        ours.length === 0 ? [] : first.load(ours),
        theirs.length === 0 ? [] : second.load(theirs),
      ]);
      return [...some, ...others];
    },
    async page(after, limit) {
      if (after?.startsWith(SECOND) === true) {
        const { items, next } = await second.page(after.slice(SECOND.length) || null, limit);
        return { items, next: next === null ? null : SECOND + next };
      }
      const { items, next } = await first.page(after, limit);
      return { items, next: next ?? SECOND };
    },
  };
}
