import { expect, test } from "vitest";
import { lowerBound } from "../../../src/kernel/rate.ts";

test.each([
  [0, 0, 0],
  [0, 10, 0],
  [1, 1, 0.27],
  [10, 10, 0.787],
  [20, 20, 0.881],
  [8, 10, 0.541],
  [80, 100, 0.727],
])("%i of %i is at least %f", (good, all, bound) => {
  expect(lowerBound(good, all)).toBeCloseTo(bound, 2);
});

test("the bound rises with what was seen and stays below the rate", () => {
  const bounds = [5, 10, 50, 500].map((all) => lowerBound(all * 0.8, all));
  expect(bounds).toEqual(bounds.toSorted((one, other) => one - other));
  expect(Math.max(...bounds)).toBeLessThan(0.8);
});
