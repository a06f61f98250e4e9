/** Which account is meant: exactly by name or number, else by a name written otherwise, else by what is known of it; a tie is asked about. */
import { beforeAll, describe, expect, it } from "vitest";
import { resolveAccount, searchAccounts, type ResolvedAccount } from "../../../src/accounts/resolve.ts";
import { createAccount } from "../../../src/accounts/store.ts";
import type { WorkspaceDeps } from "../../../src/workspace/index.ts";
import { moveAccountsIn } from "../../support/demo-accounts.ts";
import { DANA, files, freshFiles, HARBOR } from "../workspace/harness.ts";

let deps: WorkspaceDeps;
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  await freshFiles();
  deps = files();
  ids = await moveAccountsIn(deps, DANA);
});

const byName = (name: string): Promise<ResolvedAccount> =>
  resolveAccount(deps.db, { name, description: null });
const byDescription = (description: string): Promise<ResolvedAccount> =>
  resolveAccount(deps.db, { name: null, description });

function told(found: ResolvedAccount): string {
  return found.kind === "one"
    ? `${found.found}: ${found.account.name}`
    : `${found.kind}: ${found.candidates
        .map(({ name }) => name)
        .toSorted()
        .join(", ")}`;
}

describe("an account is found", () => {
  it.each([
    ["Ames Hardware", "name: Ames Hardware"],
    ["ames hardware", "name: Ames Hardware"],
    ["AMES HARDWARE, LLC", "name: Ames Hardware"],
    ["Holt and Daughters Roofing", "name: Holt & Daughters Roofing"],
    ["The Kessler Bakery", "name: Kessler Bakery"],
  ])("by the name %s, whatever its case, its marks and its legal form", async (name, found) => {
    expect(told(await byName(name))).toBe(found);
  });

  it("by its number, with or without its mark", async () => {
    const id = ids.get("Dube Trucking") ?? "";
    expect(told(await byName(id))).toBe("name: Dube Trucking");
    expect(told(await byName(`#${id}`))).toBe("name: Dube Trucking");
  });

  it.each([
    ["Ames Hardwear", "Ames Hardware"],
    ["Dubé Truckng", "Dube Trucking"],
    ["Petrakis", "Petrakis Florist"],
    ["Whitmore Condo", "Whitmore Condo Association"],
    ["Girodano Concrete", "Giordano Concrete"],
    ["Bright Begginings Daycare", "Bright Beginnings Daycare"],
  ])("by a name written otherwise: %s", async (name, found) => {
    expect(told(await byName(name))).toBe(`similar_name: ${found}`);
  });

  it.each([
    ["the childcare center in Texas", "Bright Beginnings Daycare"],
    ["the daycare in Plano", "Bright Beginnings Daycare"],
    ["the trucking company in Gary", "Dube Trucking"],
    ["the brewery", "Stone Brewery"],
    ["the yoga studio in Wicker Park", "Grant Street Yoga"],
    ["the architects", "Ellery Architects"],
  ])("by what is known of it: %s", async (description, found) => {
    expect(told(await byDescription(description))).toBe(`description: ${found}`);
  });

  it("by one of its people's whole name, and by no part of it", async () => {
    expect(told(await byName("Alma Kessler"))).toBe("description: Kessler Bakery");
    expect(told(await byName("jerry novotny"))).toBe("description: Novotny Family");
    expect((await byName("Alma Rossi")).kind).toBe("none");
    expect((await byName("Alma")).kind).toBe("none");
  });

  it("by a description that came as a name", async () => {
    expect(told(await byName("the assisted living home"))).toBe("description: Casey Senior Care");
    // With a name in it, it may be one: whoever is near is offered, not taken.
    expect(told(await byName("the florist in Greektown"))).toBe("none: Petrakis Florist");
  });
});

describe("a tie", () => {
  it("of descriptions is asked about, with what tells them apart", async () => {
    const found = await byDescription("the dental practice in Chicago");
    expect(told(found)).toBe("several: Lakeside Dental Care, Lakeview Dental Group");
    expect(found.kind === "several" && found.candidates[0]).toMatchObject({
      stage: expect.any(String) as string,
      location: expect.stringContaining("Chicago") as string,
    });
  });

  it("of names is asked about, where none of them is written so", async () => {
    expect(told(await byName("Lakeview and Lakeside Dental"))).toMatch(/^several: /);
  });

  it("of two accounts of one name is asked about", async () => {
    const twin = { evidence: { kind: "command", words: "x" } as const, origin: DANA };
    await createAccount(files(HARBOR), { wanted: { name: "Twin Oaks", location: "Erie, PA" }, ...twin });
    await createAccount(files(HARBOR), { wanted: { name: "Twin Oaks", location: "Gary, IN" }, ...twin });
    const found = await resolveAccount(files(HARBOR).db, { name: "Twin Oaks", description: null });
    expect(told(found)).toBe("several: Twin Oaks, Twin Oaks");
  });
});

describe("nobody", () => {
  it.each(["Harbor Point Brewing", "Zyx Quantum", "Birchwood Yachts"])(
    "is called %s: those that come near are named, none is taken for it",
    async (name) => {
      expect((await byName(name)).kind).toBe("none");
    },
  );

  it("of another team is ever found", async () => {
    expect(told(await resolveAccount(files(HARBOR).db, { name: "Ames Hardware", description: null }))).toBe(
      "none: ",
    );
    expect(await searchAccounts(files(HARBOR).db, "hardware store in Chicago")).toEqual([]);
  });

  it("answers to nothing at all, or to words that say nothing", async () => {
    for (const words of ["", "   ", "the company", "%", "'; drop table accounts; --"])
      expect((await byName(words)).kind).toBe("none");
  });
});
