/** UNSEEN: whatever a person can't see is shown as its code point, for every code point there is. */
import { expect, it } from "vitest";
import { plainLine } from "../../../src/agent/own-marks.ts";
import { withoutUnseen } from "../../../src/mcp/servers/client.ts";
import { cleanLine, cleanText } from "../../../src/platform/email/clean.ts";
import { visible } from "../../../src/notifications/compose.ts";
import {
  directionPieces,
  hidesSomething,
  showExactly,
  showText,
} from "../../../src/platform/api/shown-text.ts";

const LAST = 0x10_ffff;
/** The planes that hold nothing but private and unassigned code points, all alike: whole nightly, one in so many otherwise. */
const ALIKE = { from: 0x4_0000, step: process.env["STEWARD_NIGHTLY"] === "1" ? 1 : 61 } as const;
/** By the Unicode Character Database, without the product's own class. */
const HIDES =
  /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Default_Ignorable_Code_Point}|\p{Zl}|\p{Zp}|(?! )\p{Zs}|\p{Me}/u;
const KEPT = new Set(["\n", "\t"]);
/** E-mails are cleaned of what hides words, not of spaces and marks. */
const LEFT_IN_MAIL = /\p{Zs}|\p{Me}/u;

it("no code point is hidden from whoever decides, reads a notification or reads an e-mail", () => {
  const missed: string[] = [];
  for (let code = 0; code <= LAST; code += code < ALIKE.from ? 1 : ALIKE.step) {
    const char = String.fromCodePoint(code);
    if (KEPT.has(char) || !HIDES.test(char)) continue;
    const words = `a${char}b`;
    const isHidden =
      showText(words).includes(char) ||
      visible(words).includes(char) ||
      (!LEFT_IN_MAIL.test(char) && cleanText(words, 9).includes(char));
    if (isHidden) missed.push(code.toString(16));
  }
  expect(missed).toEqual([]);
});

it("what can be seen stays as it is, emoji of several code points too", () => {
  for (const words of ["José Ibáñez, 日本, مرحبا", "👩‍👩‍👧‍👦 ❤️ 👍🏽 🇺🇸 1️⃣", "4 °F — “ok”…"])
    expect(showText(words)).toBe(words);
});

/** What Unicode has joiners, selectors and tags for. */
const ENGLAND = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
const SPELLED = [
  ["Hindi half form", "क्\u200dष"],
  ["Hindi full form", "क्\u200cष, राजक्\u200cषेत्र"],
  ["Malayalam chillu", "അവന്\u200d വന്നു, അവള്\u200d"],
  ["Bengali R and its virama", "র\u200d্যাব"],
  ["Kannada R and its virama", "ರ\u200d್ಕ"],
  ["Sinhala", "ශ්\u200dරී ලංකා"],
  ["Persian", "نمی\u200cآیم"],
  ["Persian ezafe", "خانه\u0654\u200cما"],
  ["Urdu", "کہ\u200cیہ"],
  ["Kurdish", "ێ\u200cو"],
  ["Persian abbreviation", "۱۳۰۰ ه\u200d. ق"],
  ["England", `Go ${ENGLAND}!`],
  ["Scotland", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
  ["Wales", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}"],
  ["keycaps", "1\ufe0f\u20e3 #\ufe0f\u20e3 *\ufe0f\u20e3"],
  ["a family", "👩\u200d👩\u200d👧\u200d👦 🏳\ufe0f\u200d🌈 🏴\u200d☠\ufe0f 🧑🏽\u200d❤\ufe0f\u200d💋\u200d🧑🏼"],
] as const;

it.each(SPELLED)(
  "%s stays as it is written: to whoever decides, in notifications, in e-mails, names and other servers' answers",
  (_name, text) => {
    expect(hidesSomething(text)).toBe(false);
    expect([
      showText(text),
      visible(text),
      cleanText(text, 500),
      cleanLine(text, 500),
      plainLine(text),
      withoutUnseen(text),
    ]).toEqual(Array<string>(6).fill(text));
  },
);

it("a joiner between letters where fonts draw nothing spells the word, and a card tells it", () => {
  const text = "کار\u200cها";
  expect([hidesSomething(text), cleanText(text, 50), showText(text)]).toEqual([false, text, "کار╎ها"]);
});

it.each([
  ["a joiner between Latin letters", "pa\u200dy 5\u200c0"],
  ["two joiners in a row", "क्\u200d\u200dष"],
  ["tags of no flag", "\u{1f3f4}\u{e0070}\u{e0061}\u{e0079}\u{e007f}"],
  ["a flag's tags without their end", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067} a"],
  ["tags by themselves", "a\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
  ["a tag behind a flag", `${ENGLAND}\u{e0067}`],
  ["a selector behind a figure", "1\ufe0f 2"],
  ["two selectors", "❤\ufe0f\ufe0f"],
  ["a joiner at the end of an emoji", "👩\u200d a"],
  ["a zero-width space in Hindi", "क\u200bष"],
])("%s is hidden, and goes", (_name, text) => {
  expect(hidesSomething(text)).toBe(true);
  expect(showText(text)).toContain("⟦U+");
  expect(visible(text)).toContain("\\u{");
  const left = (one: string): number => (one.match(/\p{Default_Ignorable_Code_Point}/gu) ?? []).length;
  for (const read of [cleanText(text, 50), cleanLine(text, 50), plainLine(text), withoutUnseen(text)])
    expect(left(read), JSON.stringify(read)).toBeLessThan(left(text));
});

const TURNED = ["1\u05d0", "\u05d01", "abc \u05d0 12", "\u0627 abc 1", "plain"];

it.each([
  ["Pay 50 ", "Pay 50⟦U+0020⟧"],
  [" Pay 50", "⟦U+0020⟧Pay 50"],
  ["Pay 50\n", "Pay 50⟦U+000A⟧"],
  ["Pay \n50", "Pay⟦U+0020⟧\n50"],
  ["Pay\t50", "Pay⟦U+0009⟧50"],
  ["Pay\u00a050", "Pay⟦U+00A0⟧50"],
  ["5\u03360", "5⟦U+0336⟧0"],
  ["Jose\u0301", "Jose⟦U+0301⟧"],
  ["\u212b", "⟦U+212B⟧"],
  ["\u1100\u1161", "⟦U+1100⟧⟦U+1161⟧"],
  ["a\u0301\u0323", "a⟦U+0301⟧⟦U+0323⟧"],
])("a card tells every byte: %j is shown as %j", (text, shown) => {
  expect(showExactly(text)).toBe(shown);
});

it("a card draws words of one direction by themselves, and loses nothing of them", () => {
  for (const text of TURNED) expect(directionPieces(text).join("")).toBe(text);
  expect(directionPieces("Pay 1 \u05d0\u05d1 \u05d2 2")).toEqual([
    "",
    "Pay",
    " 1 ",
    "\u05d0\u05d1 \u05d2",
    " 2",
  ]);
  expect(directionPieces("Pay 1 2")).toEqual(["Pay 1 2"]);
});

it("a space of another kind is odd, and hides nothing", () => {
  expect([hidesSomething("10\u202f000"), hidesSomething("10\u200b000")]).toEqual([false, true]);
});
