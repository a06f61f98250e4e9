import { expect, it } from "vitest";
import { csvOf } from "../../../frontend/src/components/csv.ts";

it.each([
  ["=1+1", "'=1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ["-1+A1", "'-1+A1"],
  ["\t=1", "'\t=1"],
  ["+14125550142", "+14125550142"],
  ["+14125550142; +14125550143", "+14125550142; +14125550143"],
  ["+1+1", "'+1+1"],
  ["＝1+1", "'＝1+1"],
  ["-12.50", "-12.50"],
  ["2 + 2", "2 + 2"],
])("a cell with %j is written as %j", (cell, written) => {
  expect(csvOf([[cell]])).toBe(`\uFEFF${written}\n`);
});
