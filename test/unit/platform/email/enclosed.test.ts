/** READ-WHOLE: what an e-mail says in parts that are no text. */
import { describe, expect, it } from "vitest";
import { readEmail } from "../../../../src/platform/email/inbound.ts";
import { ownWords } from "../../../../src/platform/email/trim-quote.ts";
import { urgentByPattern } from "../../../../src/messaging/inbox/urgent.ts";

const ENVELOPE = {
  id: "m1",
  mailbox: "office@alderfinch.example",
  threadId: "t1",
  at: "2026-11-24T10:00:00.000Z",
  snippet: "",
  labels: ["INBOX"],
};
const read = (lines: readonly string[]) =>
  readEmail(ENVELOPE, new TextEncoder().encode(lines.join("\r\n")) as Uint8Array<ArrayBuffer>);

const event = (method: string, more: readonly string[] = []) => [
  "BEGIN:VCALENDAR",
  `METHOD:${method}`,
  "BEGIN:VEVENT",
  'ORGANIZER;CN="Park, Owen":mailto:owen@roof.example',
  "ATTENDEE;RSVP=TRUE;CN=Office:mailto:office@alderfinch.example",
  "SUMMARY:Roof inspection",
  "DTSTART;TZID=Eastern Standard Time:20261203T140000",
  "DTEND;TZID=Eastern Standard Time:20261203T150000",
  "LOCATION:214 Birch Street\\, roof",
  "DESCRIPTION:Please leave the hatch unlocked. It is heavy\\, two peo",
  " ple are needed.",
  ...more,
  "BEGIN:VALARM",
  "DESCRIPTION:Reminder",
  "END:VALARM",
  "END:VEVENT",
  "END:VCALENDAR",
];
const HEAD = ["From: Owen Park <owen@roof.example>", "Subject: Roof"];

describe("an e-mail that is nothing but an invitation", () => {
  it("keeps a long agenda to its last line, and says how many guests are not named", async () => {
    const agenda = `${"Point of the agenda. ".repeat(400)}Nothing is agreed before Friday.`;
    const guests = Array.from({ length: 50 }, (_, at) => `ATTENDEE:mailto:guest${at}@mail.example`);
    const calendar = event("REQUEST", guests).map((line) =>
      line.startsWith("DESCRIPTION:Please") ? `DESCRIPTION:${agenda}` : line,
    );
    const { text } = await read([
      ...HEAD,
      'Content-Type: text/calendar; charset="utf-8"; method=REQUEST',
      "",
      ...calendar.filter((line) => !line.startsWith(" ple")),
    ]);
    expect(text).toContain("Nothing is agreed before Friday.");
    expect(text).toContain("and 21 more");
  });

  it("says what, when, where, who, and that it asks for an answer", async () => {
    const { text } = await read([
      ...HEAD,
      'Content-Type: text/calendar; charset="utf-8"; method=REQUEST',
      "",
      ...event("REQUEST"),
    ]);
    expect(text.split("\n")).toEqual([
      "Invitation: Roof inspection",
      "When: Thu 2026-12-03 14:00 – 15:00 (Eastern Standard Time)",
      "Where: 214 Birch Street, roof",
      "From: Park, Owen <owen@roof.example>",
      "Guests: Office <office@alderfinch.example>",
      "Asks: for an answer: accept, decline or propose another time",
      "Please leave the hatch unlocked. It is heavy, two people are needed.",
    ]);
  });

  it.each([
    ["CANCEL", [], "Cancelled: Roof inspection"],
    ["REQUEST", ["STATUS:CANCELLED"], "Cancelled: Roof inspection"],
    ["PUBLISH", [], "Calendar event: Roof inspection"],
    ["REQUEST", ["RRULE:FREQ=WEEKLY;BYDAY=TH"], "Repeats: FREQ=WEEKLY;BYDAY=TH"],
    [
      "REQUEST",
      ["EXDATE:20261210T140000,20261217T140000"],
      "Not on: Thu 2026-12-10 14:00, Thu 2026-12-17 14:00",
    ],
    ["REQUEST", ["RDATE;VALUE=DATE:20261211"], "Also on: Fri 2026-12-11"],
    ["REQUEST", ["URL:https://meet.example/roof"], "Link: https://meet.example/roof"],
  ])("by %s with %j says “%s”", async (method, more, line) => {
    const { text } = await read([
      ...HEAD,
      `Content-Type: text/calendar; method=${method}`,
      "",
      ...event(method, more),
    ]);
    expect(text).toContain(line);
  });

  it("is what the calendar says of itself, whatever its part is labelled", async () => {
    const { text } = await read([
      ...HEAD,
      "Content-Type: text/calendar; method=REQUEST",
      "",
      ...event("CANCEL"),
    ]);
    expect(text).toContain("Cancelled: Roof inspection");
  });

  it("is told below the words of an e-mail that has some, once", async () => {
    const part = ["--b", "Content-Type: text/calendar; method=CANCEL", "", ...event("CANCEL")];
    const file = [
      "--b",
      "Content-Type: application/ics; name=invite.ics",
      "Content-Disposition: attachment; filename=invite.ics",
      "",
      ...event("CANCEL"),
    ];
    const { text } = await read([
      ...HEAD,
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "Sorry!",
      ...part,
      ...file,
      "--b--",
    ]);
    expect(text.startsWith("Sorry!\n\nCancelled: Roof inspection\nWhen: Thu 2026-12-03 14:00 – 15:00")).toBe(
      true,
    );
    expect(text.match(/Cancelled/g)).toHaveLength(1);
  });
});

describe("an attached e-mail", () => {
  const attached = [
    ...HEAD,
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "Can you take this one?",
    "--b",
    "Content-Type: message/rfc822; name=original.eml",
    "Content-Disposition: attachment; filename=original.eml",
    "",
    "From: Ann <ann@mail.example>",
    "Subject: Leak",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Water is coming through the ceiling in 3C.",
    "--b--",
  ];

  it("is read with it, as a forwarded one", async () => {
    const { text, attachments } = await read(attached);
    expect(text).toContain("From: Ann <ann@mail.example>");
    expect(text).toContain("Water is coming through the ceiling in 3C.");
    expect(urgentByPattern(text)).not.toBeNull();
    expect(attachments.map(({ name }) => name)).toEqual(["original.eml"]);
  });

  it("is not its sender's own word", async () => {
    expect(ownWords((await read(attached)).text).own).toBe("Can you take this one?");
  });
});
