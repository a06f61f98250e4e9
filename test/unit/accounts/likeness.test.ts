/** How near names are and what a description holds, by rules of the language: no account and no trade is known by heart. */
import { expect, it } from "vitest";
import { beginningsOf, coverage, nameLikeness, nameWords, telling } from "../../../src/accounts/likeness.ts";
import { plainWords } from "../../../src/kernel/plain-words.ts";

const FILES = [
  "Marlow Smiles | Quoted | Dental practice | Tulsa, OK",
  "Nolan & Daughter | Intake | Plumbing and heating | Bend, OR",
  "Sorrel House | Bound | Bakery | Athens, GA",
  "Okonkwo Legal | Bound | Law firm | Reno, NV",
  "Pine Row | Quoted | Landscaping | Bend, OR",
  "Lighthouse Tap | Intake | Brewery and taproom | Erie, PA",
  "Nonna Ottavia | Intake | Trattoria | Athens, GA",
];

/** The accounts that hold all of a description. */
function found(description: string): string[] {
  const rows = FILES.map((row) => ({ row, words: plainWords(row) }));
  return coverage(telling(description), rows).flatMap(({ row, score }) =>
    score === 1 ? [row.split(" | ")[0] ?? ""] : [],
  );
}

it.each([
  ["the dentist", "Marlow Smiles"],
  ["our dentists in Oklahoma", "Marlow Smiles"],
  ["the plumber", "Nolan & Daughter"],
  ["the bakers in Athens", "Sorrel House"],
  ["landscapers in Oregon", "Pine Row"],
  ["the brewing company", "Lighthouse Tap"],
])("%s is whoever's trade has the same root", (description, name) => {
  expect(found(description)).toEqual([name]);
});

it("a word that only means the same is left to the search by meaning", () => {
  expect(found("the attorney")).toEqual([]);
  expect(found("the restaurant")).toEqual([]);
  expect(found("the diner in Athens")).toEqual([]);
});

it("too little is no root: a word is then itself alone", () => {
  expect(beginningsOf(telling("beer"))).toEqual(["beer", "beer"]);
  expect(beginningsOf(telling("king"))).toEqual(["king", "king"]);
});

it("a short plural is its singular, and no word that merely begins so", () => {
  const of = (row: string, description: string) =>
    coverage(telling(description), [{ row, words: plainWords(row) }])[0]?.score;
  expect(of("Novotny Family | Household | Classic car", "cars")).toBe(1);
  expect(of("Cargo Lines | Trucking", "cars")).toBe(0);
  expect(of("Boulder Gas | Supplier", "gas")).toBe(1);
});

it("words that stand in every file tell nothing", () => {
  expect(telling("who has cyber insurance policies?").map(({ word }) => word)).toEqual(["cyber"]);
  expect(telling("all accounts with umbrella coverage").map(({ word }) => word)).toEqual(["umbrella"]);
});

it("a legal form tells no name from another", () => {
  for (const form of ["LLC", "Ltd.", "Limited", "LLP", "PLC", "GmbH", "Corporation"])
    expect(nameWords(`Quayle Optics, ${form}`)).toEqual(["quayle", "optics"]);
  expect(nameLikeness("Quayle Optic", "Quayle Optics GmbH")).toBeGreaterThan(0.9);
});
