/** READ-WHOLE: whose words an e-mail of Lotus Notes holds, whose history has headers of its own. */
import { expect, it } from "vitest";
import { expectCheap } from "../../../support/took.ts";
import { ownWords, trimQuote } from "../../../../src/platform/email/trim-quote.ts";

const OWN = "Thank you, that is fine.";
const OURS = "Emergency: water is coming through the ceiling.";

it.each([
  [
    "a rule with the name",
    `-----Ann Lee/Acme wrote: -----\nTo: Bob Ray/Acme@Acme\nFrom: Ann Lee/Acme\nDate: 11/24/2026 09:12AM\nSubject: Valve\n\n${OURS}`,
  ],
  [
    "a German rule",
    `-----"Ann Lee" <ann@mail.example> schrieb: -----\nAn: bob@mail.example\nVon: "Ann Lee" <ann@mail.example>\nDatum: 24.11.2026 09:12\nBetreff: Ventil\n\n${OURS}`,
  ],
  ["one line", `Ann Lee ---11/24/2026 09:12:00 AM---${OURS}\n\nFrom: Ann Lee/Acme\nTo: Bob Ray/Acme@Acme`],
  ["one line of the web", `Inactive hide details for Ann Lee ---24.11.2026 09:12:00---${OURS}`],
  [
    "words without colons",
    `Ann Lee/Sales/Acme\n11/24/2026 09:12 AM\n\nTo\nBob Ray/Acme@Acme\ncc\n\nSubject\nValve\n\n${OURS}`,
  ],
  [
    "words in a table",
    `Ann Lee/Acme\n11/24/2026 09:12 AM EST\n\nTo Bob Ray/Acme@Acme\ncc\nSubject Valve\n\n${OURS}`,
  ],
  [
    "an address above",
    `"Ann Lee" <ann@mail.example>\n24.11.2026 09:12\n\nAn\n<bob@mail.example>\nKopie\n\nThema\nVentil\n\n${OURS}`,
  ],
  [
    "the date beside the name",
    `Ann Lee/Acme    11/24/2026 09:12 AM\n\n\tTo\n\t\tBob Ray/Acme@Acme\n\tcc\n\n\tSubject\n\t\tValve\n\n${OURS}`,
  ],
  ["a sentence without an address", `Ann Lee/Acme wrote on 11/24/2026 09:12:34 AM:\n\n${OURS}`],
  ["a French sentence", `Ann Lee/Acme a écrit sur 24/11/2026 09:12:34 :\n\n${OURS}`],
])("history is not own words: %s", (_name, history) => {
  expect(trimQuote(`${OWN}\n\n${history}`).text).toBe(OWN);
  expect(ownWords(`${OWN}\n\n${history}`).own).toBe(OWN);
});

it.each([
  [
    "a forward",
    `FYI\n----- Forwarded by Ann Lee/Acme on 11/24/2026 09:12 AM -----\n\nJo Day/Acme\n11/24/2026 09:00 AM\n\nTo\nAnn Lee/Acme\n\n${OURS}`,
  ],
  [
    "a forward in German",
    `Zur Info\n----- Weitergeleitet von Ann Lee/Acme am 24.11.2026 09:12 -----\n\nJo Day\n\n${OURS}`,
  ],
  [
    "a log",
    `The alarm says:\n11/24/2026 09:12 AM door open\n11/24/2026 09:14 AM door closed\nTo be sure, call me.`,
  ],
  ["days with a stroke", `We can come Mon/Wed at 11/24/2026 09:12:00 or later, as you like: \nlet me know.`],
  ["a signature", `Please call.\n\nAnn Lee\nLeasing/Renewals\n412 555 0142`],
  ["a heading", `----- Please note: -----\nThe office is closed.`],
  ["a date of one's own", `Ann/Bob\n11/24/2026 09:12 AM works for us.\nTo confirm, write back.`],
])("what its sender wants read stays: %s", (_name, text) => {
  expect(trimQuote(text).text).toBe(text.trim());
});

it.each(["-".repeat(299), `${"A/".repeat(149)}`, `${"a ---".repeat(59)}`, `${"1/".repeat(149)}`])(
  "BOUNDS: hostile lines are read in bounded time",
  (line) => {
    expectCheap(3_000, "hostile lines", () => trimQuote(`${line}\n`.repeat(2_000)));
  },
);
