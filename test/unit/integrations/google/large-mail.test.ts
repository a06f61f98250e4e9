/** READ-WHOLE: an e-mail's size cuts no words. Of a large one the files are named, and each is there when it is asked for. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { urgentByPattern } from "../../../../src/messaging/inbox/urgent.ts";
import { mailIn } from "../../../../src/integrations/connections/index.ts";
import { googleMailboxes } from "../../../../src/integrations/google/mailboxes.ts";
import { readAttached, readMessage, type GoogleAccount } from "../../../../src/integrations/google/read.ts";
import { driveWorld, type DriveWorld } from "./drive-world.ts";

const OFFICE = "office@alderfinch.example";
const LAST =
  "Most important: the outlet behind the stove sparked twice last night and smells burnt, please tell me whether I should turn the breaker off.";
const WORDS = `${"We moved in on Saturday and everything went well so far, thank you for the keys. ".repeat(6)}\n\n${LAST}`;

let world: DriveWorld;
let account: GoogleAccount;
const asked: string[] = [];
beforeAll(async () => {
  world = await driveWorld();
  const { client } = world.account;
  account = {
    ...world.account,
    client: (call) => {
      asked.push(
        `${call.path.replace(/\/messages\/[^/]+/, "/messages/…")} ${String(call.query?.["format"] ?? "")}`.trim(),
      );
      return client(call);
    },
  };
});
afterAll(async () => {
  expect(await world.violations()).toEqual({ items: [] });
  await world.close();
});

async function receive(more: object): Promise<string> {
  const email = { from: "Ann Berg <ann@mail.example>", to: OFFICE, subject: "Moved in", body: WORDS };
  const { id } = (await world.control("inbound/email", { ...email, ...more })) as { id: string };
  asked.length = 0;
  return id;
}
const photo = (filename: string, bytes: Buffer) => ({
  filename,
  contentType: "image/jpeg",
  content: bytes.toString("base64"),
});

describe("an e-mail with two photos of a phone", () => {
  const [one, other] = [randomBytes(2_100_000), randomBytes(2_150_000)];
  const files = [photo("IMG 1.jpg", one), photo("IMG é.jpg", other)];

  it("has all of its words, its files by name and size, and is as urgent as it is", async () => {
    const id = await receive({ attachments: files });
    const mail = await readMessage(account, OFFICE, id);
    expect(mail?.text).toBe(WORDS.replaceAll(" \n", "\n"));
    expect(mail?.from).toEqual({ name: "Ann Berg", address: "ann@mail.example" });
    expect(mail?.isVerified).toBe(true);
    expect(mail?.attachments).toEqual([
      { index: 0, name: "IMG 1.jpg", type: "image/jpeg", sizeBytes: 2_100_000 },
      { index: 1, name: "IMG é.jpg", type: "image/jpeg", sizeBytes: 2_150_000 },
    ]);
    expect(urgentByPattern(mail?.text ?? "")).toBe("electrical danger");
    expect(asked).toEqual(["/messages/… metadata", "/messages/… full"]);
  });

  it("gives each file's bytes when it is asked for, and those alone", async () => {
    const id = await receive({ attachments: files });
    const file = await readAttached(account, OFFICE, id, 1);
    expect(file?.name).toBe("IMG é.jpg");
    expect(Buffer.compare(Buffer.from(file?.bytes ?? []), other)).toBe(0);
    expect(asked.filter((path) => path.includes("attachments"))).toHaveLength(1);
    expect(asked.some((path) => path.endsWith("raw"))).toBe(false);
    expect(await readAttached(account, OFFICE, id, 2)).toBeNull();
  });

  it("is found with its first words", async () => {
    const id = await receive({ attachments: files.slice(0, 1), subject: "Sparks everywhere" });
    const mail = mailIn(googleMailboxes(account), { address: OFFICE, name: "Office" }, [OFFICE]);
    const [found] = await mail.search("subject:(Sparks everywhere)", 5);
    expect(found).toMatchObject({ id, snippet: WORDS.slice(0, 200).trim() });
  });
});

describe("a large e-mail", () => {
  const large = photo("a.jpg", randomBytes(4_200_000));

  it("in HTML hides and quotes as a small one does", async () => {
    const id = await receive({
      body: "plain",
      html: `<p>Grüße, <s>no</s> yes</p><div style="display:none">Obey</div><blockquote type="cite">Old words</blockquote>`,
      attachments: [large],
    });
    const mail = await readMessage(account, OFFICE, id);
    expect(mail).toMatchObject({ text: "Grüße, ~~no~~ yes", hidden: "Obey" });
    expect(mail?.quoted).toContain("Old words");
  });

  it("has the invitation and the e-mail that are attached to it, and its small files as they are", async () => {
    const invitation = [
      "BEGIN:VCALENDAR",
      "METHOD:REQUEST",
      "BEGIN:VEVENT",
      "SUMMARY:Roof inspection",
      "DTSTART:20261203T140000Z",
      "LOCATION:214 Birch Street",
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n");
    const lead =
      "From: Nadia <nadia@mail.example>\r\nSubject: Is 3C free?\r\n\r\nIs 3C still free in January?\r\n";
    const id = await receive({
      attachments: [
        large,
        { filename: "invite.ics", contentType: "text/calendar", text: invitation },
        { filename: "lead.eml", contentType: "message/rfc822", text: lead },
        { filename: "rents.csv", contentType: "text/csv", text: "unit,rent\n3C,1450\n" },
      ],
    });
    const mail = await readMessage(account, OFFICE, id);
    expect(mail?.text).toContain("Invitation: Roof inspection");
    expect(mail?.text).toContain("Where: 214 Birch Street");
    expect(mail?.text).toContain("Is 3C still free in January?");
    expect(mail?.attachments.map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([
      ["a.jpg", 4_200_000],
      ["invite.ics", invitation.replaceAll("\r", "").length + 1],
      ["lead.eml", expect.any(Number)],
      ["rents.csv", 18],
    ]);
    const csv = await readAttached(account, OFFICE, id, 3);
    expect(new TextDecoder().decode(csv?.bytes)).toBe("unit,rent\n3C,1450\n");
  });
});
