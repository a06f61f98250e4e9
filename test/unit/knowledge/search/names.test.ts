/** Whom a question names among those it may mean. */
import { expect, it } from "vitest";
import { namedIn } from "../../../../src/knowledge/search/names.ts";

const person = (name: string, also: string[] = []) => ({
  name,
  keys: [`${name.toLowerCase()}@x.example`],
  also,
});
const KNOWN = [
  person("Maria Lopez", ["Lopez Plumbing"]),
  person("Maria Ochoa"),
  person("Walt Brenner"),
  person("Will Fox"),
  person("José Ibáñez"),
];
const names = (question: string, known = KNOWN): string[] => namedIn(question, known).map(({ name }) => name);

it("by their whole name, and then nobody else of the same first name", () => {
  expect(names("What did maria lopez write last week?")).toEqual(["Maria Lopez"]);
});

it("by a first or last name, all who have it", () => {
  expect(names("What did Maria write?")).toEqual(["Maria Lopez", "Maria Ochoa"]);
  expect(names("what did ibanez write?")).toEqual(["José Ibáñez"]);
  expect(names("What does Walt's van cost?")).toEqual(["Walt Brenner"]);
});

it("by their company", () => {
  expect(names("Which invoice came from Lopez Plumbing?")).toEqual(["Maria Lopez"]);
});

it("not by a word that is one of the language too, unless it is written as a name", () => {
  expect(names("when will the heater work?")).toEqual([]);
  expect(names("Did you tell Will about it?")).toEqual(["Will Fox"]);
});

it("not by a first name that a crowd has", () => {
  const crowd = Array.from({ length: 8 }, (_, index) => person(`Maria Number${index}`));
  expect(names("What did Maria write?", crowd)).toEqual([]);
});
