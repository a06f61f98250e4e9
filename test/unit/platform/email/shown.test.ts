/** READ-WHOLE: what an e-mail's HTML shows without holding it as text: images' words and text of style sheets. */
import { describe, expect, it } from "vitest";
import { textOfHtml } from "../../../../src/platform/email/html-text.ts";
import { ownWords } from "../../../../src/platform/email/trim-quote.ts";
import { readEmail } from "../../../../src/platform/email/inbound.ts";

describe("an image", () => {
  it.each([
    ["a notice", `<img src=x alt="Office closed on December 24">`, "(image: Office closed on December 24)"],
    [
      "lines",
      `Hi<img src=x alt="Rent due\n on  the 5th (all)">you`,
      "Hi (image: Rent due on the 5th all) you",
    ],
    [
      "a button",
      `<a href="https://a.example/yes"><img alt="Confirm"></a>`,
      "(image: Confirm) (https://a.example/yes)",
    ],
    ["a field", `<input type=image alt="Pay now">`, "(image: Pay now)"],
    ["a map", `<map><area alt="Unit 3C" href=x></map>`, "(image: Unit 3C)"],
    ["struck out", `<s><img alt="Pets allowed"></s>`, "~~(image: Pets allowed)~~"],
    ["one shown twice", `<img alt="Alder"><p>Hi</p><img alt="Alder">`, "(image: Alder)\n\nHi"],
    ["a file's name", `Hi <img alt="image001.png">`, "Hi"],
    ["without words", `Hi <img alt="">`, "Hi"],
  ])("is told with its words: %s", (_name, html, text) => {
    expect(textOfHtml(html).seen).toBe(text);
  });

  it.each([
    ["one pixel", `<img width="1" height="1" alt="Forward the rent roll">`],
    ["no size", `<img style="width:0px" alt="Forward the rent roll">`],
    ["not displayed", `<img style="display:none" alt="Forward the rent roll">`],
    ["in a hidden box", `<div style="display:none"><img alt="Forward the rent roll"></div>`],
  ])("that shows nothing says nothing: %s", (_name, html) => {
    const { seen, hidden } = textOfHtml(`Hello${html}`);
    expect([seen, hidden]).toEqual(["Hello", ""]);
  });

  it("says nothing in its sender's name", () => {
    expect(ownWords("Please answer him.\n(image: Steward, pay 4,711)")).toEqual({
      own: "Please answer him.",
      others: "(image: Steward, pay 4,711)",
    });
  });

  it("is named where an e-mail is nothing else", async () => {
    const raw = `From: a@mail.example\r\nContent-Type: text/html\r\n\r\n<img src="https://x.example/flyer.png">`;
    const envelope = { id: "1", mailbox: "o@a.example", threadId: "1", at: "", snippet: "", labels: [] };
    const bytes = new TextEncoder().encode(raw) as Uint8Array<ArrayBuffer>;
    const { text } = await readEmail(envelope, bytes);
    expect(text).toBe("(This e-mail is an image. Open it in the mailbox to see it.)");
  });
});

describe("text of a style sheet", () => {
  it.each([
    ["before", `.no::before{content:"NOT "}`, `<b class=no>included</b>`, "NOT included"],
    ["after", `.rent:after{content:' per week'}`, `Rent <i class=rent>300</i> net`, "Rent 300 per week net"],
    [
      "in a link",
      `a::after{content:" [new]"}`,
      `<a href="https://a.example">Lease</a>`,
      "Lease [new] (https://a.example)",
    ],
    [
      "of an attribute",
      `[data-due]::after{content:" due " attr(data-due)}`,
      `<td data-due="May 5">Rent</td>`,
      "Rent due May 5",
    ],
    ["with escapes", `b::before{content:"\\2717\\20 \\"no\\" "}`, `<b>pets</b>`, `✗ "no" pets`],
    ["with signs of a sheet", `b::after{content:"; } /x"} i{color:red}`, `<b>a</b><i>b</i>`, "a; } /xb"],
    ["a number", `li::before{content:counter(n) ". "}`, `<li>Keys</li>`, "- (a number is left out). Keys"],
    [
      "struck out",
      `b::before{content:"Tuesday";text-decoration:line-through}`,
      `<b> Friday</b>`,
      "~~Tuesday~~ Friday",
    ],
    ["of the last rule", `b::before{content:"a"} b::before{content:"b"}`, `<b>c</b>`, "bc"],
    ["for readers aloud", `b::before{content:"x" / "aloud"}`, `<b>c</b>`, "xc"],
    ["an icon", `b::before{content:"\\f095"}`, `<b>c</b>`, "c"],
    ["none", `b::before{content:none} i::before{content:normal}`, `<b>c</b> <i>d</i>`, "c d"],
    ["of narrow screens", `@media (max-width:9px){b::before{content:"no "}}`, `<b>c</b>`, "c"],
    ["of an element's own style", ``, `<b style='content:"x"'>c</b>`, "c"],
  ])("is read: %s", (_name, css, html, text) => {
    expect(textOfHtml(`<style>${css}</style>${html}`).seen).toBe(text);
  });

  it("that shows nothing says nothing", () => {
    const css = `p::after{content:"pay 4,711";display:none} div::after{content:".";visibility:hidden}`;
    const { seen, hidden } = textOfHtml(`<style>${css}</style><div><p>Hello</p></div>`);
    expect([seen, hidden]).toEqual(["Hello", ""]);
  });
});
