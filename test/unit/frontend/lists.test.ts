import { describe, expect, it } from "vitest";
import { itemsOf, pagedQuery } from "../../../frontend/src/api/paged.ts";
import { moveItem } from "../../../frontend/src/components/move-item.ts";

describe("a list that loads page by page", () => {
  const query = pagedQuery(["letters"], ({ cursor }) =>
    Promise.resolve({ items: [cursor ?? "first"], nextCursor: null as string | null }),
  );
  const page = (items: string[], nextCursor: string | null) => ({ items, nextCursor });

  it("asks for the next page by the cursor of the last one, and ends where there is none", () => {
    const next = query.getNextPageParam;
    expect(next(page(["a"], "b"), [], undefined, [])).toBe("b");
    expect(next(page(["a"], null), [], undefined, [])).toBeUndefined();
  });

  it("keeps the previous list only if it is told to", () => {
    const load = () => Promise.resolve(page([], null));
    expect(query).not.toHaveProperty("placeholderData");
    expect(pagedQuery(["letters"], load, { keepPrevious: true })).toHaveProperty("placeholderData");
  });

  it("has the items of all pages in order, and none before the first page", () => {
    expect(itemsOf({ pages: [page(["a", "b"], "c"), page(["c"], null)] })).toEqual(["a", "b", "c"]);
    expect(itemsOf(undefined)).toEqual([]);
  });
});

describe("moving an item of an ordered list", () => {
  it("moves it by one place and not beyond the ends", () => {
    const moved = (index: number, by: -1 | 1) => moveItem(["a", "b", "c"], index, by).join("");
    expect([moved(2, -1), moved(0, 1), moved(0, -1), moved(2, 1), moved(7, 1)]).toEqual([
      "acb",
      "bac",
      "abc",
      "abc",
      "abc",
    ]);
  });
});
