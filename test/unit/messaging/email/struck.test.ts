/** READ-WHOLE: words an e-mail's HTML strikes out, numbers, ticks or raises are told from plain ones. */
import { expect, it } from "vitest";
import { textOfHtml } from "../../../../src/messaging/email/html-text.ts";

it.each([
  ["I can meet <s>Tuesday at 3</s> Wednesday at 5.", "I can meet ~~Tuesday at 3~~ Wednesday at 5."],
  ["Rent <del>1450</del> <ins>1525</ins>", "Rent ~~1450~~ 1525"],
  ["Rent <strike>1450</strike>1525", "Rent ~~1450~~1525"],
  ["<span style='TEXT-DECORATION: line-through'>No <b>pets</b>.</span> Cats", "~~No pets.~~ Cats"],
  ["<span style='text-decoration: underline line-through red'>No</span>", "~~No~~"],
  ["<span style='text-decoration-line:line-through'>No</span>", "~~No~~"],
  ["<span style='text-decoration:underline'>Yes</span>", "Yes"],
  ["<del><p>One</p><p>Two</p></del><p>Three</p>", "~~One~~\n\n~~Two~~\n\nThree"],
  ["<s> </s>plain", "plain"],
  ["<ol start=3><li>c<li>d<ul><li>dot</ul><li value=9>i</ol>", "3. c\n4. d\n- dot\n9. i"],
  ["<ol reversed start=2><li>b<li>a</ol>", "2. b\n1. a"],
  ["<input type=checkbox checked> Pets <input type=checkbox> No pets", "☒ Pets ☐ No pets"],
  ["10<sup>2</sup> and 1<sup>st</sup>, $1,450<sup>1</sup>", "10^2 and 1st, $1,450^1"],
])("%s", (html, text) => {
  expect(textOfHtml(html).seen).toBe(text);
});
