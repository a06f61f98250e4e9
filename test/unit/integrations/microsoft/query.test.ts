/** Searches in Gmail's syntax, tested on Outlook's e-mails and said to Graph's search. */
import { describe, expect, it } from "vitest";
import { parseMailQuery, type Searchable } from "../../../../src/integrations/microsoft/query.ts";
import { DEFAULT_MAIL_CHECKS } from "../../../../src/messaging/api/mail.ts";

const NOW = Date.parse("2026-03-18T15:30:00Z");
const DAY_MS = 86_400_000;
const MAIL: Searchable = {
  folder: "inbox",
  isRead: false,
  isFlagged: false,
  isImportant: false,
  hasAttachments: false,
  categories: ["Leads West"],
  atMs: NOW - DAY_MS,
  messageId: "<m1@mail.example>",
  from: "Zoë Quist zoe@mail.example",
  to: "Claims claims@harborlight.example",
  cc: "",
  subject: "Re: The roof at 12 Main St",
  body: "It leaks since Monday.",
};
const fits = (query: string, mail: Partial<Searchable> = {}) =>
  parseMailQuery(query, NOW).matches({ ...MAIL, ...mail }, false);

describe("a search in Gmail's syntax", () => {
  it.each<[string, boolean]>([
    ["", true],
    ["roof", true],
    ["roofs", false],
    ['"roof at 12"', true],
    ['"at roof"', false],
    ["leaks monday", true],
    ["-leaks", false],
    ["from:zoe", true],
    ["from:mail.example", true],
    ["from:example.org", false],
    ["subject:(roof OR boiler)", true],
    ["{from:ann to:claims}", true],
    ["{from:ann to:ben}", false],
    ["in:inbox is:unread", true],
    ["in:sent", false],
    ["is:read", false],
    ["has:attachment", false],
    ["label:leads-west", true],
    ["category:promotions", false],
    ["-category:promotions", true],
    ["newer_than:2d", true],
    ["newer_than:12h", false],
    ["after:2026/03/17", true],
    ["before:2026/03/17", false],
    [`after:${NOW / 1000 - 3600}`, false],
    ["rfc822msgid:m1@mail.example", true],
    [DEFAULT_MAIL_CHECKS.general.query, true],
    [DEFAULT_MAIL_CHECKS.leads.query, false],
  ])("%s fits: %s", (query, expected) => {
    expect(fits(query)).toBe(expected);
  });

  it("leaves out drafts, spam and what was deleted, unless they are named", () => {
    for (const folder of ["drafts", "junkemail", "deleteditems"])
      expect(fits("roof", { folder })).toBe(false);
    for (const folder of ["drafts", "junkemail", "deleteditems"])
      expect(fits("roof -in:drafts", { folder })).toBe(false);
    expect(fits("roof in:trash", { folder: "deleteditems" })).toBe(true);
    expect(fits("roof in:anywhere", { folder: "junkemail" })).toBe(true);
    expect(fits("roof", { folder: null })).toBe(true);
  });

  it("knows the folder and the time it is limited to", () => {
    expect(parseMailQuery("in:inbox is:unread after:1773000000", NOW)).toMatchObject({
      folder: "inbox",
      afterMs: 1_773_000_000_000,
    });
    expect(parseMailQuery("in:sent", NOW).folder).toBe("sentitems");
    for (const query of ["-in:inbox", "{in:inbox from:ann}", "is:unread"])
      expect(parseMailQuery(query, NOW)).toMatchObject({ folder: null, afterMs: null });
  });

  it.each<[string, string | null]>([
    ["roof is:unread", "roof"],
    ['"roof at 12" from:zoe@mail.example', "(roof AND at AND 12) AND from:zoe@mail.example"],
    ["{from:a@b.example to:a@b.example}", "(from:a@b.example OR to:a@b.example)"],
    ["roof -subject:boiler", "roof AND NOT subject:boiler"],
    ["-roof", null],
    ["{roof is:unread}", null],
    ["in:inbox", null],
  ])("says %s to Graph as %s", (query, expected) => {
    expect(parseMailQuery(query, NOW).kql).toBe(expected);
  });

  it("tests only what Graph hasn't answered", () => {
    const query = parseMailQuery("boiler is:unread", NOW);
    expect(query.matches(MAIL, true)).toBe(true);
    expect(query.matches({ ...MAIL, isRead: true }, true)).toBe(false);
    expect(query.matches(MAIL, false)).toBe(false);
  });
});
