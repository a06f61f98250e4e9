/** The bench of clicks leaves no page out, whichever is added. */
import { expect, it } from "vitest";
import { clicksOn } from "../../bench/click-routes.ts";
import { broken, judge } from "../../bench/promises.ts";
import type { ShownWorld } from "../../support/shown-world.ts";
import { placePaths } from "../../support/table-of-places.ts";
import { findings } from "./findings.ts";

it("clicks on every page of the table of places", () => {
  const paths = placePaths();
  expect(paths.length).toBeGreaterThan(30);
  const clicked = clicksOn({ conversations: {}, approvals: {} } as ShownWorld, "run").map(
    ({ route }) => route,
  );
  // What a list shows while nothing of it is open comes with the list. No link leads to /emails: it is the inbox under an older address.
  expect(clicked.toSorted()).toEqual(
    paths.filter((path) => !["/texts/", "/emails", "/emails/", "/projects/$id/"].includes(path)).toSorted(),
  );
});

it.each([
  ["a click that is not answered in time", { route: "/skills", answeredMs: 101, shownMs: 300 }],
  ["a page that comes too late", { route: "/skills", answeredMs: 20, shownMs: 1001 }],
])("%s breaks CLICK", (_, slow) => {
  const clicks = [{ route: "/approvals", answeredMs: 30, shownMs: 90 }, slow];
  expect(broken(judge({ ...findings({}), clicks }, 100, 5_000), false)).toEqual(["CLICK"]);
});
