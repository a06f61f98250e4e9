/** UNSEEN: whatever a person can't see is shown as its code point, for every code point there is. */
import { expect, it } from "vitest";
import { cleanText } from "../../../src/channels/email/clean.ts";
import { visible } from "../../../src/notifications/compose.ts";
import { showText } from "../../../src/protocol/shown-text.ts";

const LAST = 0x10_ffff;
/** By the Unicode Character Database, without the product's own class. */
const HIDES = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Default_Ignorable_Code_Point}|\p{Zl}|\p{Zp}/u;
const KEPT = new Set(["\n", "\t"]);

it("no code point is hidden from whoever decides, reads a notification or reads an e-mail", () => {
  const missed: string[] = [];
  for (let code = 0; code <= LAST; code += 1) {
    const char = String.fromCodePoint(code);
    if (KEPT.has(char) || !HIDES.test(char)) continue;
    const words = `a${char}b`;
    const isHidden =
      showText(words).includes(char) || visible(words).includes(char) || cleanText(words, 9).includes(char);
    if (isHidden) missed.push(code.toString(16));
  }
  expect(missed).toEqual([]);
});

it("what can be seen stays as it is, emoji of several code points too", () => {
  for (const words of ["José Ibáñez, 日本, مرحبا", "👩‍👩‍👧‍👦 ❤️ 👍🏽 🇺🇸 1️⃣", "4 °F — “ok”…"])
    expect(showText(words)).toBe(words);
});
