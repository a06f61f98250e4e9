import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankContacts } from "../../../../src/messaging/tools/contacts/rank-contacts.ts";
import { contact } from "./world.ts";
import { expectCheap } from "../../../support/took.ts";

const PEOPLE = [
  contact("Maria Lopez", {
    role: "Tenant, 12 Birch St, Unit 4B",
    numbers: [{ label: "Mobile", number: "+14125550142" }],
  }),
  contact("María Gonzalez", { role: "Tenant, 12 Birch St, Unit 14B" }),
  contact("Mario Rossi", { role: "Tenant, 8 Elm Ave, Unit 4" }),
  contact("José Álvarez", { company: "Alvarez Plumbing", role: "Vendor: plumber" }),
  contact("Daniel O'Brien", { role: "Owner, 8 Elm Ave", emails: ["dobrien@owners.example"] }),
  contact("Ana Ruiz", { role: "Tenant, 8 Elm Ave, Unit 41" }),
  contact("Anabel Diaz", { role: "Applicant" }),
];
const names = (query: string): string[] => rankContacts(PEOPLE, query).map(({ name }) => name);

describe("searching contacts", () => {
  it.each([
    ["words in any order", "Lopez Maria", ["Maria Lopez"]],
    ["with or without accents", "jose alvarez", ["José Álvarez"]],
    ["accents in the query", "María López", ["Maria Lopez"]],
    ["an apostrophe left out", "daniel obrien", ["Daniel O'Brien"]],
    ["a typo", "Lopes", ["Maria Lopez"]],
    ["swapped letters", "gonzlaez", ["María Gonzalez"]],
    ["a longer typo", "gonsales", ["María Gonzalez"]],
    ["the last digits of a number", "0142", ["Maria Lopez"]],
    ["a number as people write it", "(412) 555-0142", ["Maria Lopez"]],
    ["a number in E.164", "+14125550142", ["Maria Lopez"]],
    ["a unit in the role", "unit 4B", ["Maria Lopez"]],
    ["a unit written apart", "apt 4 b", ["Maria Lopez"]],
    ["a unit that begins like another", "unit 4", ["Mario Rossi"]],
    ["a trade", "the plumber", ["José Álvarez"]],
    ["name and unit together", "Maria in 14B", ["María Gonzalez"]],
    ["an e-mail address", "dobrien@owners.example", ["Daniel O'Brien"]],
  ])("forgives %s", (_what, query, expected) => {
    expect(names(query)).toEqual(expected);
  });

  it("puts whole names before beginnings of names", () => {
    expect(names("Ana")).toEqual(["Ana Ruiz", "Anabel Diaz"]);
  });

  it("answers an ambiguous name with all who bear it, and no one with a similar one", () => {
    expect(names("Maria")).toEqual(["Maria Lopez", "María Gonzalez"]);
  });

  it.each([
    ["a unit no one has", "12 Birch 1B"],
    ["a house number of another street", "12 Elm"],
    ["a street of another number", "8 Birch St"],
  ])("finds no one for %s", (_what, query) => {
    expect(names(query)).toEqual([]);
  });

  it("finds no one for a stranger or for nothing", () => {
    expect(names("Zebulon")).toEqual([]);
    expect(names("  ?! ")).toEqual([]);
  });

  it("gives the same answer whatever the order of the list", () => {
    const queries = fc.constantFrom("Maria", "elm ave", "tenant 4B", "an", "lopez ruiz");
    fc.assert(
      fc.property(fc.shuffledSubarray(PEOPLE, { minLength: PEOPLE.length }), queries, (shuffled, query) => {
        expect(rankContacts(shuffled, query).map(({ name }) => name)).toEqual(names(query));
      }),
    );
  });

  it("stays quick on hostile queries", () => {
    const many = Array.from({ length: 2000 }, (_, index) => contact(`Person ${"ab".repeat(20)}${index}`));
    expectCheap(3_000, "ranking", () => {
      rankContacts(many, "1-".repeat(100));
      rankContacts(many, "aaaaaaaaaaaaaaaaaaaa ".repeat(9));
    });
  });
});
