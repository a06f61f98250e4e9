/** Who wrote an e-mail that came through a group, and who did not although they say so. */
import { describe, expect, it } from "vitest";
import { readEmail } from "../../../../src/platform/email/inbound.ts";

const GROUP = {
  "Authentication-Results":
    "mx.google.com; dkim=pass header.i=@alderfinch.example; spf=pass; dmarc=pass (p=NONE) header.from=alderfinch.example",
  "X-Original-Sender": "nadia.orlov@mail.example",
  "X-Original-From": "Nadia Orlov <nadia.orlov@mail.example>",
  From: `"'Nadia Orlov' via Office" <office@alderfinch.example>`,
  "Reply-To": "Nadia Orlov <nadia.orlov@mail.example>",
  To: "office@alderfinch.example",
  Precedence: "list",
  "Mailing-list": "list office@alderfinch.example; contact office+owners@alderfinch.example",
  "List-ID": "<office.alderfinch.example>",
  Subject: "Is unit 3C still free?",
} as const;

const read = (change: Readonly<Record<string, string | null>> = {}, mailbox = "dana@alderfinch.example") => {
  const headers = Object.entries({ ...GROUP, ...change }).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  );
  const envelope = {
    id: "m1",
    mailbox,
    threadId: "t1",
    at: "2026-11-24T10:00:00.000Z",
    snippet: "",
    labels: ["INBOX"],
  };
  const raw = [...headers, "", "Hello, is it free?"].join("\r\n");
  return readEmail(envelope, new TextEncoder().encode(raw) as Uint8Array<ArrayBuffer>);
};

describe("an e-mail through a group of the team's own domain", () => {
  it("is from who wrote it, no machine, and proven for nobody", async () => {
    expect(await read()).toMatchObject({
      from: { name: "Nadia Orlov", address: "nadia.orlov@mail.example" },
      replyTo: ["nadia.orlov@mail.example"],
      isAutomatic: false,
      isVerified: false,
    });
  });

  it.each<[string, Record<string, string | null>]>([
    ["without X-Original-From", { "X-Original-From": null }],
    [
      "with its Reply-To alone",
      { "X-Original-From": null, "X-Original-Sender": null, "Reply-To": "nadia.orlov@mail.example" },
    ],
  ])("%s keeps the name that the group shows", async (_name, change) => {
    expect((await read(change)).from).toEqual({ name: "Nadia Orlov", address: "nadia.orlov@mail.example" });
  });

  it("that a machine wrote is a machine's", async () => {
    expect((await read({ "Auto-Submitted": "auto-replied" })).isAutomatic).toBe(true);
  });

  it.each<[string, Record<string, string | null>, string?]>([
    ["nobody vouches for", { "Authentication-Results": null }],
    [
      "another server vouches for",
      { "Authentication-Results": "evil.example; dmarc=pass header.from=alderfinch.example" },
    ],
    [
      "fails its proof",
      { "Authentication-Results": "mx.google.com; dmarc=fail header.from=alderfinch.example" },
    ],
    ["is of another domain", {}, "dana@other.example"],
    ["is no group", { "Mailing-list": null }],
    ["is another group", { "Mailing-list": "list evil@evil.example; contact x@evil.example" }],
  ])("is from its From where it %s", async (_name, change, mailbox) => {
    const email = await read(
      { ...change, "X-Original-From": "Dana Whitfield <dana@alderfinch.example>" },
      mailbox,
    );
    expect(email.from.address).toBe("office@alderfinch.example");
  });

  it("of a stranger with forged headers stays the stranger's", async () => {
    const email = await read({
      From: "Eve <eve@evil.example>",
      "Authentication-Results": "mx.google.com; dmarc=pass header.from=evil.example",
      "Mailing-list": "list eve@evil.example; contact x@evil.example",
      "X-Original-From": "Dana Whitfield <dana@alderfinch.example>",
    });
    expect(email.from.address).toBe("eve@evil.example");
  });
});

describe("a form's e-mail", () => {
  const form = {
    "Mailing-list": null,
    "List-ID": null,
    Precedence: null,
    From: "Zillow <no-reply@portal.example>",
  };

  it("that asks for answers at an address of its own is no machine's", async () => {
    expect((await read({ ...form, "Reply-To": "x81hd@convo.portal.example" })).isAutomatic).toBe(false);
  });

  it.each<[string, Record<string, string | null>]>([
    ["asks for none", { "Reply-To": null }],
    ["asks for answers where nobody reads them", { "Reply-To": "noreply@portal.example" }],
    [
      "can be unsubscribed from",
      { "Reply-To": "help@portal.example", "List-Unsubscribe": "<https://portal.example/u>" },
    ],
  ])("that %s is one", async (_name, change) => {
    expect((await read({ ...form, ...change })).isAutomatic).toBe(true);
  });
});
