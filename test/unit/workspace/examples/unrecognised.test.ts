import { describe, expect, it } from "vitest";
import { englishWordsText } from "../../../../frontend/english-words.ts";
import { englishWords, unrecognised } from "../../../../src/workspace/examples/unrecognised.ts";

const words = englishWords(englishWordsText());

describe("what is left in an example that a person should look over", () => {
  it("is capitals nobody knew, first words and all-capital ones, and other scripts; nothing ordinary or invented", () => {
    const texts = [
      "Georg called. Hi Robin, the plumber comes on Friday to 1 Example Street, unit X1.",
      "PLEASE CALL OTTILIE",
      "王小明来了, елена",
    ];
    expect(unrecognised(texts, words)).toEqual(["Georg", "OTTILIE", "王小明来了", "елена"]);
  });

  it("is every word that is no English one, whatever its case", () => {
    const texts = [
      "thanks, jamal",
      "ask dana and o'malley whether mcgrath’s dryer leaks; don't use the sublet clause",
      "the tenant's thermostat isn't working, the hvac guy replaced two faucets",
    ];
    expect(unrecognised(texts, words)).toEqual(["jamal", "dana", "o'malley", "mcgrath’s"]);
  });

  it("is a word that is a name too where a name stands", () => {
    const texts = [
      "thanks, mark",
      "hi rose can you send the mark for the rose",
      "see you then\n- grace",
      "thanks again",
    ];
    expect(unrecognised(texts, words)).toEqual(["mark", "rose", "grace"]);
  });

  it("is a number that is no amount, date, time or invented one, and what mixes letters and figures", () => {
    const texts = [
      "It is 4471, then b7x2; pay $1,250.00 by 2026-12-01 at 10:30, the 3rd or 21st, 10am.",
      "Call (202) 555-0101 or +12025550101, ref2, unit X3, 000000, PA 00000, 12 Example Street, born 1/1/2000.",
    ];
    expect(unrecognised(texts, words)).toEqual(["4471", "b7x2"]);
  });

  it("is everything but the most common words where the list of English words is missing", () => {
    expect(unrecognised(["the plumber comes, thanks jamal"], englishWords(""))).toEqual(["comes", "jamal"]);
  });

  it("is listed whole, however much it is", () => {
    const names = Array.from(
      { length: 300 },
      (_, at) =>
        `zq${"abcdefghij"[at % 10]}${"klmnopqrst"[Math.floor(at / 10) % 10]}${"uvw"[Math.floor(at / 100)]}`,
    );
    expect(unrecognised([names.join(" ")], words)).toEqual(names);
  });
});
