import { describe, expect, it } from "vitest";
import { decideRoute } from "../../../src/notifications/index.ts";
import type { RoutingRule } from "../../../src/notifications/api/routing.ts";

const rule = (id: string, more: Partial<RoutingRule>): RoutingRule => ({
  id,
  words: [],
  places: [],
  contacts: [],
  userId: id,
  mode: "first",
  othersAfterMinutes: 10,
  ...more,
});
const RULES = [
  rule("priya", { words: ["rent", "late fee"] }),
  rule("marcus", { words: ["leak"], places: ["12 Birch St"] }),
  rule("dana", { contacts: ["Tom Okafor", "(412) 555-0188"] }),
];
const thing = (words: string, more: object = {}) => ({
  words,
  name: "Maria Lopez",
  number: "+14125550142",
  places: "Tenant, 12 Birch St, Unit 4B",
  ...more,
});
const who = (...given: Parameters<typeof thing>) => decideRoute(RULES, thing(...given))?.rule.id ?? null;

describe("a notification rule", () => {
  it("fits by a word or phrase in any case, also as the beginning of one, never inside one", () => {
    expect(who("When is the RENT due?")).toBe("priya");
    expect(who("About that late  fee")).toBe("priya");
    expect(who("What about the parents?")).toBeNull();
    expect(decideRoute(RULES, thing("the rent"))?.because).toBe("“rent”");
  });

  it("fits only where each of its conditions holds", () => {
    expect(who("It is leaking")).toBe("marcus");
    expect(who("It is leaking", { places: "Tenant, 9 Elm St" })).toBeNull();
  });

  it("knows a place by who writes and by what is written, and no house number inside another", () => {
    const places = [rule("marcus", { places: ["14 Birch St"] })];
    const fits = (words: string, of: string): boolean =>
      decideRoute(places, thing(words, { places: of })) !== null;
    expect(fits("Hello", "Tenant, 14 Birch St, 4B")).toBe(true);
    expect(fits("Zoe is requesting information about 14 Birch St #2A", "")).toBe(true);
    expect(fits("Hello", "Tenant, 214 Birch St, 4B")).toBe(false);
  });

  it("fits by contact, by name or by number however written", () => {
    expect(who("Hello", { name: "tom okafor" })).toBe("dana");
    expect(who("Hello", { number: "+14125550188" })).toBe("dana");
    expect(who("Hello", { name: "Tom", number: null })).toBeNull();
    const mailed = [rule("lena", { contacts: ["Books@Vendor.example"] })];
    expect(decideRoute(mailed, thing("Hello", { address: "books@vendor.example" }))?.rule.id).toBe("lena");
  });

  it("counts in its order, and one without conditions never", () => {
    expect(who("rent and leak")).toBe("priya");
    expect(decideRoute([rule("all", {})], thing("Hello"))).toBeNull();
  });

  it("takes words for words, not for patterns", () => {
    const odd = [rule("odd", { words: ["a.c", "(help"] })];
    expect(decideRoute(odd, thing("abc"))).toBeNull();
    expect(decideRoute(odd, thing("The A.C is off"))?.rule.id).toBe("odd");
  });
});
