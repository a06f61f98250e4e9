/** Whom an e-mail goes to: read strictly, and what only looks like somebody known is said. */
import { describe, expect, it } from "vitest";
import type { GoogleAccount } from "../../../../src/integrations/google/read.ts";
import { sendEmail } from "../../../../src/integrations/google/write.ts";
import { composeEmail } from "../../../../src/platform/email/compose.ts";
import type { OutgoingEmail } from "../../../../src/platform/email/message.ts";
import { emailDocumentSchema } from "../../../../src/messaging/api/email-document.ts";
import { looksLike } from "../../../../src/kernel/look-alike.ts";
import { lintRecipients, readAddresses } from "../../../../src/messaging/addresses/recipients.ts";

describe("addresses as people write them", () => {
  it("are read with and without names, each once", () => {
    expect(readAddresses("Maria <Maria@Mail.example>, maria@mail.example; x@y.example")).toEqual([
      "maria@mail.example",
      "x@y.example",
    ]);
  });

  it.each([
    "nobody",
    "a@b@c.example",
    "a b@c.example",
    "mаria@mail.example",
    "maria@mаil.example",
    "maria@mail.example\r\nBcc: x@y.example>",
    "<maria@mail.example\u202e>",
  ])("that are none are refused: %j", (written) => {
    expect(typeof readAddresses(written)).toBe("string");
  });
});

describe("a recipient", () => {
  const known = {
    inThread: ["maria@mail.example"],
    contacts: ["vendor@pipes.example"],
    ownDomains: ["alderfinch.example"],
  };
  const codes = (to: string, more: Partial<typeof known> = {}): string[] =>
    lintRecipients({ to: [to], cc: [] }, { ...known, ...more }).map(({ code }) => code);

  it("of the thread or of the team is said nothing about", () => {
    expect(codes("maria@mail.example")).toEqual([]);
    expect(codes("dana@alderfinch.example")).toEqual([]);
  });

  it("who is not in the e-mail that is answered, or in no contact, is said so", () => {
    expect(codes("vendor@pipes.example")).toEqual(["recipient_differs"]);
    expect(codes("who@nowhere.example", { inThread: [] })).toEqual(["recipient_unknown"]);
  });

  it("whose domain looks like a known one is a danger too where the e-mail that is answered came from there", () => {
    const thread = ["vendor@pipes.example", "vendor@p1pes.example"];
    expect(codes("vendor@p1pes.example", { inThread: thread })).toEqual(["lookalike_domain"]);
    expect(codes("vendor@pipes.example", { inThread: thread })).toEqual([]);
    const strangers = { inThread: ["a@rnaple.example", "a@maple.example"], contacts: [] };
    expect(codes("a@rnaple.example", strangers)).toEqual(["lookalike_domain"]);
  });

  it("of one of the world's mail providers is not taken for another of them", () => {
    expect(codes("maria@ymail.com", { inThread: ["maria@ymail.com"], contacts: ["tom@gmail.com"] })).toEqual(
      [],
    );
    expect(codes("tom@gmai1.com", { inThread: ["tom@gmai1.com"], contacts: ["tom@gmail.com"] })).toEqual([
      "lookalike_domain",
    ]);
  });

  it("whose domain only looks like a known one is a danger", () => {
    for (const domain of [
      "alderf1nch.example",
      "aIderfinch.example".toLowerCase(),
      "alderfnich.example",
      "alder-finch.example",
      "xn--lderfinch-1wa.example",
    ])
      expect(codes(`office@${domain}`)).toContain("lookalike_domain");
    expect(looksLike("rnail.example", "mail.example")).toBe(true);
    expect(looksLike("mail.example", "other.example")).toBe(false);
  });
});

describe("a composed e-mail", () => {
  const email: OutgoingEmail = {
    mailbox: "office@alderfinch.example",
    from: { name: "Alder & Finch, Ĺeasing", address: "office@alderfinch.example" },
    to: ["maria@mail.example"],
    cc: ["tom@mail.example"],
    subject: "Re: Café",
    text: "Hello María,\n\n.\nFrom here\n",
    threadId: "t1",
    inReplyTo: "<a@mail.example>",
    references: ["<b@mail.example>", "<a@mail.example>"],
    messageId: "<steward_1@alderfinch.example>",
  };
  const sentAtMs = Date.parse("2026-11-20T10:00:00Z");

  it("has each header once, and ends them with an empty line", async () => {
    const bytes = await composeEmail({ email, files: [], sentAtMs });
    const [head = ""] = new TextDecoder().decode(bytes).split("\r\n\r\n");
    const names = head.split(/\r\n(?! )/).map((line) => line.slice(0, line.indexOf(":")));
    expect([...names].sort()).toEqual(
      [
        "Cc",
        "Content-Transfer-Encoding",
        "Content-Type",
        "Date",
        "From",
        "In-Reply-To",
        "MIME-Version",
        "Message-ID",
        "References",
        "Subject",
        "To",
      ].sort(),
    );
    expect(head).toContain("Message-ID: <steward_1@alderfinch.example>");
  });

  it.each([
    ["a subject", { subject: "Hi\r\nBcc: thief@evil.example" }],
    ["a name", { from: { name: "Office\nBcc: thief@evil.example", address: "office@alderfinch.example" } }],
    ["a recipient", { to: ["a@b.example\r\nBcc: thief@evil.example"] }],
    ["a reference", { references: ["<a@b.example>\r\nBcc: thief@evil.example"] }],
  ])("lets no header in by %s", async (_name, more) => {
    // Neither composed nor sent: an account that can do neither.
    const account = { clock: { now: () => sentAtMs } } as GoogleAccount;
    const refused = { outcome: "not_applied", status: 400 };
    await expect(sendEmail(account, { ...email, ...more })).rejects.toMatchObject(refused);
  });

  it("is refused as a document before that", () => {
    const document = { connectionId: "c", ...email };
    expect(emailDocumentSchema.safeParse(document).success).toBe(true);
    for (const more of [
      { subject: "a\r\nb" },
      { subject: "a\u0000" },
      { to: [] },
      { to: ["Maria <maria@mail.example>"] },
      { from: { ...email.from, name: "a\nb" } },
      { messageId: "steward_1" },
      { bcc: ["thief@evil.example"] },
    ])
      expect(emailDocumentSchema.safeParse({ ...document, ...more }).success).toBe(false);
  });
});
