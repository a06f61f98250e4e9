/** What is looked at by axe and in pictures leaves no page out, whichever is added. */
import { expect, it } from "vitest";
import { ENTRY_PAGES, shownPages, type ShownWorld } from "../../support/shown-world.ts";
import { entryPaths, placePaths } from "../../support/table-of-places.ts";

const WORLD: ShownWorld = {
  dana: {} as ShownWorld["dana"],
  conversations: new Proxy({} as ShownWorld["conversations"], { get: () => "one" }),
  approvals: new Proxy({} as ShownWorld["approvals"], { get: () => "one" }),
  called: "one",
  account: "one",
};

/** Whether an address is one of a page's: `/conversations/$id` is `/conversations/one`, and not `/conversations/new`. */
function pageOf(address: string, pages: readonly string[]): string | undefined {
  const path = address.split("?")[0] ?? "";
  if (pages.includes(path)) return path;
  return pages.find((page) =>
    new RegExp(`^${page.replace(/\/\$$/, "/.+").replaceAll(/\$\w+/g, "[^/]+")}$`).test(path),
  );
}

it("every page is looked at, before sign-in and after", () => {
  const pages = placePaths();
  expect(pages.length).toBeGreaterThan(30);
  const shown = new Set(shownPages(WORLD, "run").map(({ path }) => pageOf(path, pages)));
  // What a list shows while nothing of it is open comes with the list.
  const own = pages.filter((path) => !["/texts/", "/emails", "/emails/", "/projects/$id/"].includes(path));
  expect(own.filter((path) => !shown.has(path))).toEqual([]);
  const entries = entryPaths();
  expect(entries.length).toBeGreaterThan(5);
  const seen = [...ENTRY_PAGES.map(([path]) => path), ...shownPages(WORLD, "run").map(({ path }) => path)];
  expect(entries.filter((path) => !seen.some((one) => one.split("?")[0] === path))).toEqual([]);
});
