/** READ-WHOLE: words an e-mail's HTML strikes out, numbers, ticks or raises are told from plain ones. */
import { expect, it } from "vitest";
import { textOfHtml } from "../../../../src/platform/email/html-text.ts";

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
  ["<ol type=a><li>one<li>two</ol>", "a. one\nb. two"],
  ["<ol type=I start=3><li>one<li>two</ol>", "III. one\nIV. two"],
  ["<ol reversed><li>b<li>a</ol>", "- b\n- a"],
  ["Name: <input value='Ann Lee'> <input type=hidden value=x>", "Name: Ann Lee"],
  ["<select><option>No<option selected>Yes</select>", "Yes"],
  ["<textarea>Leave the key</textarea>", "Leave the key"],
  ["Good morning <img alt='😊'>", "Good morning 😊"],
  ["He said <q>no pets</q>.", "He said “no pets”."],
  ["<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> month", "(a formula is left out) month"],
  ["10<sup>2</sup> and 1<sup>st</sup>, $1,450<sup>1</sup>", "10^2 and 1st, $1,450^1"],
])("%s", (html, text) => {
  expect(textOfHtml(html).seen).toBe(text);
});

const OLD = "text-decoration:line-through";

it.each([
  [`<style>.old{${OLD}}</style>Rent <span class="x old">1450</span> 1525`, "Rent ~~1450~~ 1525"],
  [`Rent <span class=old>1450</span> 1525<style>.old{${OLD}}</style>`, "Rent ~~1450~~ 1525"],
  [
    `<style>#a, b.old , td.y i{${OLD}}</style><i id=a>1</i> <b class=old>2</b> <i class=old>3</i>`,
    "~~1 2~~ 3",
  ],
  [`<style>u{${OLD}}</style><u>No</u> yes`, "~~No~~ yes"],
  [`<style>*{${OLD}}</style><b>No</b>`, "~~No~~"],
  [`<style>/* a{ */ .a.b{color:red;${OLD}}</style><b class=a>1</b> <b class="b a">2</b>`, "1 ~~2~~"],
  [
    `<style>div p > s2, div .old{${OLD}}</style><div><i><b class=old>1</b></i></div><b class=old>2</b>`,
    "~~1~~\n2",
  ],
  [`<style>p>b{${OLD}}</style><p><b>1</b> <i><b>2</b></i></p>`, "~~1~~ 2"],
  [
    `<style>span[class~="old"],i[title='x']{${OLD}}</style><span class="a old">1</span> <i title=x>2</i> <i>3</i>`,
    "~~1 2~~ 3",
  ],
  [
    `<style>@media screen{.old{${OLD}}} @media print{b{${OLD}}}</style><i class=old>1</i> <b>2</b>`,
    "~~1~~ 2",
  ],
  [`<style media=print>b{${OLD}}</style><style media=screen>i{${OLD}}</style><i>1</i> <b>2</b>`, "~~1~~ 2"],
  [`<style>@import url(x.css);.old{${OLD}}</style><i class=old>1</i>`, "~~1~~"],
  [`<style>.sm\\:old{${OLD}}</style><i class="sm:old">1</i>`, "~~1~~"],
  [`<style>.old{${OLD}} b.old{text-decoration:none}</style><b class=old>1</b> <i class=old>2</i>`, "1 ~~2~~"],
  [`<style>#o{text-decoration:none} .old{${OLD}}</style><b class=old id=o>1</b>`, "1"],
  [`<style>.old{${OLD}}</style><b class=old style="text-decoration:none">1</b>`, "1"],
  [`<style>.old{${OLD} !important}</style><b class=old style="text-decoration:none">1</b>`, "~~1~~"],
  [`<style>b:hover, b::after, b + i{${OLD}}</style><b>1</b> <i>2</i>`, "1 2"],
])("by its style sheet: %s", (html, text) => {
  expect(textOfHtml(html).seen).toBe(text);
});

it.each([
  ["a tag", "i{display:none}", "<i>Hidden</i>"],
  ["tag and class", "i.pre{visibility:hidden}", "<i class=pre>Hidden</i>"],
  ["an id's size", "#p{font-size:0}", "<i id=p>Hidden</i>"],
  ["colour and ground", ".g{background:#123456}.w{color:#123457}", "<p class=g><b class=w>Hidden</b></p>"],
  ["the page's colour", "body{background-color:#000;color:#000}", "<body>Hidden</body>"],
  ["inside another", "td .p{display:none}", "<table><tr><td><i class=p>Hidden</i></td></tr></table>"],
  ["a transparent colour", "i{color:rgba(0,0,0,0)}", "<i>Hidden</i>"],
])("hides by its style sheet: %s", (_name, css, body) => {
  expect(textOfHtml(`<style>${css}</style>${body}`)).toMatchObject({ seen: "", hidden: "Hidden" });
});

it.each([
  ["a size inside none (MJML)", "<td style='font-size:0'><div style='font-size:13px'>Seen</div></td>"],
  [
    "what is visible inside the invisible",
    "<p style='visibility:hidden'><b style='visibility:visible'>Seen</b></p>",
  ],
  [
    "light on dark by the sheet",
    "<style>td{background:#123456;color:#fff}</style><table><tr><td>Seen</td></tr></table>",
  ],
  [
    "a rule that its own style undoes",
    "<style>.m{display:none}</style><p class=m style='display:block'>Seen</p>",
  ],
  ["what only a narrow screen hides", "<style>@media (max-width:600px){p{display:none}}</style><p>Seen</p>"],
])("shows %s", (_name, html) => {
  expect(textOfHtml(html)).toMatchObject({ seen: "Seen", hidden: "" });
});

it("says of a page whose rules are too many to be applied that it was not read whole", () => {
  const sheet = Array.from({ length: 4_000 }, (_, at) => `b[a${at}]{display:none}`).join("");
  expect(textOfHtml(`<style>${sheet}</style>${"<b class=x></b>".repeat(20_000)}`).isCut).toBe(true);
});
