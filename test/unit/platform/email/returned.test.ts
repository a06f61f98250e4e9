/** BOUNCE: what a mail server reports to have come back, and what it does not. */
import { describe, expect, it } from "vitest";
import { readEmail } from "../../../../src/platform/email/inbound.ts";
import { readRecipients } from "../../../../src/messaging/addresses/recipients.ts";

const ENVELOPE = {
  id: "m1",
  mailbox: "office@alderfinch.example",
  threadId: "t1",
  at: "2026-11-24T10:00:00.000Z",
  snippet: "",
  labels: ["INBOX"],
};
const OURS = "<effect-1@steward.example>";

const read = (headers: readonly string[], body: string) =>
  readEmail(
    ENVELOPE,
    new TextEncoder().encode([...headers, "", body].join("\r\n")) as Uint8Array<ArrayBuffer>,
  );

/** A report (RFC 3464). */
const report = (groups: readonly string[], headers: readonly string[] = []) =>
  read(
    [
      "From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
      "Subject: Delivery Status Notification (Failure)",
      ...headers,
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    ],
    [
      "--b",
      "Content-Type: text/plain; charset=utf-8",
      "",
      "Address not found",
      "--b",
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; googlemail.com",
      "",
      groups.join("\r\n\r\n"),
      "--b",
      "Content-Type: message/rfc822",
      "",
      `Message-ID: ${OURS}`,
      "Subject: Keys",
      "",
      "Hello Ann",
      "--b--",
    ].join("\r\n"),
  );

const group = (action: string, status: string, more = "") =>
  `Final-Recipient: rfc822; ann@mail.example\r\nAction: ${action}\r\nStatus: ${status}${more}`;

describe("a report of a mail server", () => {
  it("names the e-mail, who did not get it, and why", async () => {
    const { returned, isAutomatic } = await report(
      [group("failed", "5.1.1")],
      ["X-Failed-Recipients: ann@mail.example"],
    );
    expect(returned).toEqual({
      messageIds: [OURS],
      subjects: ["Keys"],
      recipients: ["ann@mail.example"],
      why: "the address doesn’t exist (5.1.1)",
    });
    expect(isAutomatic).toBe(true);
  });

  it.each([
    ["5.2.2", "the mailbox is full (5.2.2)"],
    ["5.7.26", "their mail server refused it (5.7.26)"],
    ["5.4.4", "their mail server couldn’t be reached (5.4.4)"],
  ])("of status %s says %s", async (status, why) => {
    expect((await report([group("failed", status)])).returned?.why).toBe(why);
  });

  it("says what their server said where its status says nothing", async () => {
    const said = "\r\nDiagnostic-Code: smtp; 554 Message rejected\r\n by policy, see https://evil.example/x";
    expect((await report([group("failed", "5.0.0", said)])).returned?.why).toBe(
      "their mail server said “554 Message rejected by policy, see”",
    );
  });

  it.each(["delayed", "delivered", "relayed", "expanded"])(
    "of what is %s reports no failure",
    async (action) => {
      expect((await report([group(action, "4.4.1")])).returned).toBeNull();
    },
  );

  it("names only those of several who did not get it", async () => {
    const other = "Final-Recipient: rfc822; bob@mail.example\r\nAction: delivered\r\nStatus: 2.0.0";
    expect((await report([other, group("failed", "5.1.1")])).returned?.recipients).toEqual([
      "ann@mail.example",
    ]);
  });

  it("is found without parts of its own by the header that names them", async () => {
    const { returned } = await read(
      [
        "From: Mail Delivery System <Mailer-Daemon@mx.mail.example>",
        "X-Failed-Recipients: ann@mail.example",
        `In-Reply-To: ${OURS}`,
      ],
      "A message that you sent could not be delivered.",
    );
    expect(returned).toMatchObject({ messageIds: [OURS], recipients: ["ann@mail.example"] });
  });

  it.each([
    ["Undeliverable: Keys", ["Undeliverable: Keys", "Keys"]],
    ["Unzustellbar: Re: Schlüssel", ["Unzustellbar: Re: Schlüssel", "Re: Schlüssel"]],
    ["failure notice", ["failure notice"]],
  ])("without the e-mail itself names what its subject may have been: %s", async (subject, subjects) => {
    const { returned } = await read(
      [`Subject: ${subject}`, "From: postmaster@mail.example", "X-Failed-Recipients: ann@mail.example"],
      "It could not be delivered.",
    );
    expect(returned).toMatchObject({ messageIds: [], subjects });
  });

  it("names the subject of an enclosed e-mail whose header is folded and encoded", async () => {
    const { returned } = await read(
      ["From: postmaster@mail.example", 'Content-Type: multipart/report; boundary="b"'],
      [
        "--b",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mx",
        "",
        group("failed", "5.1.1"),
        "--b",
        "Content-Type: text/rfc822-headers",
        "",
        "Subject: =?utf-8?Q?Schl=C3=BCssel?=",
        " and lease",
        "--b--",
      ].join("\r\n"),
    );
    expect(returned?.subjects).toEqual(["Schlüssel and lease"]);
  });

  it("is read in any spelling of its fields", async () => {
    expect((await report([group("Failed (permanent)", "5.1.1 (bad)")])).returned?.why).toBe(
      "the address doesn’t exist (5.1.1)",
    );
  });

  it("is read as qmail writes it", async () => {
    const { returned } = await read(
      ["From: MAILER-DAEMON@qmail.example", "Subject: failure notice"],
      `Hi. This is the qmail-send program at qmail.example.\r\n\r\n<ann@mail.example>:\r\n550 5.1.1 no such user\r\n\r\n--- Below this line is a copy of the message.\r\n\r\nMessage-ID: ${OURS}\r\nTo: ann@mail.example\r\n`,
    );
    expect(returned?.messageIds).toContain(OURS);
    expect(returned?.recipients).toEqual(["ann@mail.example"]);
  });

  it("is nobody else's e-mail", async () => {
    const headers = [
      "From: Ann <ann@mail.example>",
      "X-Failed-Recipients: ann@mail.example",
      `In-Reply-To: ${OURS}`,
    ];
    expect((await read(headers, "Your mail came back.")).returned).toBeNull();
  });
});

describe("a mail server that reports", () => {
  it("is written no answer", () => {
    expect(readRecipients({ to: "mailer-daemon@googlemail.com" })).toContain("Nobody reads an answer to it");
  });
});
