/** Values of a team's own fields: read from what people and other systems write, set in an account's lines, and sorted. */
import { describe, expect, it } from "vitest";
import {
  detailOf,
  readDetail,
  readValueOf,
  sortKeysOf,
  withDetail,
} from "../../../src/accounts/api/account-details.ts";

describe("a typed value", () => {
  it.each([
    ["date", "2027-03-01", "2027-03-01"],
    ["date", "3/1/2027", "2027-03-01"],
    ["date", "03/01/27", "2027-03-01"],
    ["date", "Mar 1, 2027", "2027-03-01"],
    ["date", "March 1st, 2027", "2027-03-01"],
    ["date", "1 Sept 2027", "2027-09-01"],
    ["date", "2027-03-01T00:00:00Z", "2027-03-01"],
    ["date", "2/30/2027", null],
    ["date", "13/1/2027", null],
    ["date", "soon", null],
    ["money", "$18,400.50", "18400.5"],
    ["money", "18.4k", "18400"],
    ["money", "USD 1.2 million", "1200000"],
    ["money", "-$40", "-40"],
    ["money", "about 5", null],
    ["number", "12", "12"],
    ["number", "12 units", null],
    ["text", "  Travelers   Group ", "Travelers Group"],
    ["person", "Dana Whitfield", "Dana Whitfield"],
    ["date", " ", ""],
  ] as const)("%s “%s” is %s", (kind, typed, stored) => {
    expect(readValueOf(kind, typed)).toBe(stored);
  });
});

describe("an account's lines", () => {
  const lines = ["Renewal date: 2027-03-01", "Carrier: Acme: West"];
  it("have a value by its field's name, whatever its case", () => {
    expect(detailOf(lines, "renewal DATE")).toBe("2027-03-01");
    expect(detailOf(lines, "Carrier")).toBe("Acme: West");
    expect(detailOf(lines, "Premium")).toBe("");
    expect(readDetail("without a value:")).toBeNull();
  });
  it("keep their order when one is set, and lose it when it is emptied", () => {
    expect(withDetail(lines, "renewal date", "2028-03-01")).toEqual(["renewal date: 2028-03-01", lines[1]]);
    expect(withDetail(lines, "Premium", "18400")).toEqual([...lines, "Premium: 18400"]);
    expect(withDetail(lines, "Carrier", "")).toEqual([lines[0]]);
  });
});

it("dates sort as dates and amounts as amounts, even if written by hand", () => {
  expect(sortKeysOf("3/1/2027")).toEqual({ value: "2027-03-01", hundredths: null });
  expect(sortKeysOf("$1,200.75")).toEqual({ value: "$1,200.75", hundredths: 120_075 });
  expect(sortKeysOf("Travelers")).toEqual({ value: "travelers", hundredths: null });
});
