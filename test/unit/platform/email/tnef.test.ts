/** READ-WHOLE: what Outlook wraps in winmail.dat is read: the body, the files, the invitation. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAttachment, readEmail } from "../../../../src/platform/email/inbound.ts";
import { readRtf, unpackRtf } from "../../../../src/platform/email/rtf.ts";
import { readTnef } from "../../../../src/platform/email/tnef.ts";
import { latin, plainRtf, ticks, tnefFile, utf16 } from "../../../support/tnef-file.ts";

const ENVELOPE = {
  id: "m1",
  mailbox: "office@alderfinch.example",
  threadId: "t1",
  at: "2026-11-24T10:00:00.000Z",
  snippet: "",
  labels: ["INBOX"],
};
const hex = (text: string) => new Uint8Array(text.split(" ").map((byte) => Number.parseInt(byte, 16)));
const LEASE = new Uint8Array(Buffer.from("%PDF-1.7 lease"));

function mail(tnef: Uint8Array, text?: string): Uint8Array<ArrayBuffer> {
  const wrapping = [
    'Content-Type: application/ms-tnef; name="winmail.dat"',
    'Content-Disposition: attachment; filename="winmail.dat"',
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from(tnef).toString("base64"),
  ];
  const head = ["From: Owen Park <owen@mail.example>", "Subject: Lease"];
  const lines =
    text === undefined
      ? [...head, ...wrapping]
      : [
          ...head,
          'Content-Type: multipart/mixed; boundary="b"',
          "",
          "--b",
          "Content-Type: text/plain; charset=utf-8",
          "",
          text,
          "--b",
          ...wrapping,
          "--b--",
        ];
  return new TextEncoder().encode(lines.join("\r\n")) as Uint8Array<ArrayBuffer>;
}

describe("an e-mail with winmail.dat", () => {
  const tnef = tnefFile({
    message: [{ id: 0x1009, type: 0x0102, bytes: plainRtf("{\\rtf1\\ansi Rich}") }],
    files: [
      {
        title: "LEASE~1.PDF",
        data: LEASE,
        properties: [{ id: 0x3707, type: 0x001f, bytes: utf16("Mietvertrag Müller.pdf") }],
      },
      {
        title: "rents.csv",
        properties: [{ id: 0x3701, type: 0x0102, bytes: latin("unit,rent").slice(0, -1) }],
      },
    ],
  });

  it("has the files in it by name, type and size, each with its bytes, and its own text", async () => {
    const raw = mail(tnef, "Please sign.");
    const { text, attachments } = await readEmail(ENVELOPE, raw);
    expect(text).toBe("Please sign.");
    expect(attachments).toEqual([
      { index: 0, name: "Mietvertrag Müller.pdf", type: "application/pdf", sizeBytes: LEASE.length },
      { index: 1, name: "rents.csv", type: "text/csv", sizeBytes: 9 },
    ]);
    expect(Array.from((await readAttachment(raw, 0))?.bytes ?? [])).toEqual(Array.from(LEASE));
  });

  it.each<[string, Parameters<typeof tnefFile>[0], string]>([
    ["a plain body", { body: "The heat is out.\r\nPlease call." }, "The heat is out.\nPlease call."],
    ["a plain body in another code page", { body: "\xcf\xf0\xe8\xe2\xe5\xf2", codepage: 1251 }, "Привет"],
    [
      "a body property",
      { message: [{ id: 0x1000, type: 0x001f, bytes: utf16("No heat – 3C") }] },
      "No heat – 3C",
    ],
    [
      "HTML",
      { message: [{ id: 0x1013, type: 0x0102, bytes: latin("<p>Rent <s>1450</s> 1525</p>").slice(0, -1) }] },
      "Rent ~~1450~~ 1525",
    ],
    [
      "rich text",
      {
        message: [
          {
            id: 0x1009,
            type: 0x0102,
            bytes: plainRtf(
              "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}\\pard Gr\\'fc\\'dfe, rent {\\strike 1450} 1525\\par 3\\_5 days \\u8211? ok {\\v hidden}{\\*\\generator Riched;}\\par}",
            ),
          },
        ],
      },
      "Grüße, rent ~~1450~~ 1525\n3‑5 days – ok",
    ],
    [
      "HTML wrapped in rich text",
      {
        message: [
          {
            id: 0x1009,
            type: 0x0102,
            bytes: plainRtf(
              "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fswiss Arial;}}{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Rent {\\*\\htmltag84 <s>}\\htmlrtf {\\strike\\htmlrtf0 1450{\\*\\htmltag92 </s>}\\htmlrtf }\\htmlrtf0  1525 & heat\\htmlrtf\\par}\\htmlrtf0{\\*\\htmltag72 </p>}}",
            ),
          },
        ],
      },
      "Rent ~~1450~~ 1525 & heat",
    ],
    [
      "an invitation",
      {
        message: [
          { id: 0x001a, type: 0x001e, bytes: latin("IPM.Schedule.Meeting.Request") },
          { id: 0x0037, type: 0x001f, bytes: utf16("Roof inspection") },
          { id: 0, type: 0x0040, bytes: ticks("2026-12-03T19:00:00Z"), named: 0x820d },
          { id: 0, type: 0x0040, bytes: ticks("2026-12-03T20:00:00Z"), named: 0x820e },
          { id: 0, type: 0x001f, bytes: utf16("214 Birch Street"), named: 0x8208 },
        ],
      },
      "Invitation: Roof inspection\nWhen: 2026-12-03 19:00 – 2026-12-03 20:00 (UTC)\nWhere: 214 Birch Street",
    ],
  ])("and no other body has %s as its text", async (_name, content, text) => {
    expect((await readEmail(ENVELOPE, mail(tnefFile(content)))).text).toBe(text);
  });

  it("has the e-mail that is attached in it, in words, and the files of that", async () => {
    const inner = tnefFile({ body: "Water in the cellar.", files: [{ title: "a.jpg", data: LEASE }] });
    const outer = tnefFile({
      files: [
        {
          properties: [
            { id: 0x3701, type: 0x000d, bytes: new Uint8Array([...new Uint8Array(16), ...inner]) },
            { id: 0x3001, type: 0x001f, bytes: utf16("Leak") },
          ],
        },
      ],
    });
    const raw = mail(outer, "See below.");
    const { attachments } = await readEmail(ENVELOPE, raw);
    expect(attachments.map(({ name, type }) => [name, type])).toEqual([
      ["Leak.txt", "text/plain"],
      ["a.jpg", "image/jpeg"],
    ]);
    expect(new TextDecoder().decode((await readAttachment(raw, 0))?.bytes)).toBe("Water in the cellar.");
  });

  it("that is none stays a file, and whatever its bytes are nothing is thrown", async () => {
    const { attachments, text } = await readEmail(ENVELOPE, mail(new Uint8Array([1, 2, 3]), "Hi"));
    expect([attachments[0]?.name, text]).toEqual(["winmail.dat", "Hi"]);
    fc.assert(
      fc.property(fc.nat(tnef.length - 1), fc.nat(255), fc.nat(tnef.length), (at, byte, end) => {
        const changed = tnef.slice(0, end);
        if (at > 5 && at < end) changed[at] = byte;
        readTnef(changed);
      }),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            ...Array.from("{}\\*'- \n"),
            "\\u9",
            "\\strike",
            "\\htmltag",
            "\\par",
            "\\'e4",
            "ab",
          ),
        ),
        (parts) => {
          expect(readRtf(`{\\rtf1${parts.join("")}`).text.length).toBeLessThan(10_000);
        },
      ),
    );
  });
});

it("packed rich text is unpacked as MS-OXRTFCP has it, section 4.1", () => {
  const simple = hex(
    "2d 00 00 00 2b 00 00 00 4c 5a 46 75 f1 c5 c7 a7 03 00 0a 00 72 63 70 67 31 32 35 42 32 0a f3 20 68 65 6c 09 00 20 62 77 05 b0 6c 64 7d 0a 80 0f a0",
  );
  expect(unpackRtf(simple)).toBe("{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n");
  const crossing = hex(
    "1a 00 00 00 1c 00 00 00 4c 5a 46 75 e2 d4 4b 51 41 00 04 20 57 58 59 5a 0d 6e 7d 01 0e b0",
  );
  expect(unpackRtf(crossing)).toBe("{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}");
  expect(unpackRtf(hex("00 01"))).toBeNull();
});
