/** Files that go out with e-mails: exactly the bytes that were approved, and forwards with what was attached. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attachmentsUnchanged } from "../../../../src/messaging/effects/email-attachments.ts";
import { createExecutor, type FindAccount } from "../../../../src/approvals/effects/executor.ts";
import { effectKinds } from "../../../../src/approvals/effects/kinds.ts";
import type { EffectBytes } from "../../../../src/approvals/ports.ts";
import { readAttached, readMessage } from "../../../../src/integrations/google/read.ts";
import { readDriveBytes } from "../../../../src/integrations/google/drive.ts";
import { sha256Hex } from "../../../../src/kernel/hash.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import {
  EMAIL_ATTACHMENT_BYTES,
  EMAIL_TEXT_CHARS,
  type EmailDocument,
} from "../../../../src/messaging/api/email-document.ts";
import type { Tenant } from "../../../../src/agent/tools/tenant.ts";
import type { AnyTool, ExternalTool } from "../../../../src/agent/tools/define-tool.ts";
import { forwardEmail } from "../../../../src/messaging/tools/mail/forward-email.ts";
import { mail, type MailServices } from "../../../../src/messaging/tools/mail/index.ts";
import { sendEmail } from "../../../../src/messaging/tools/mail/send-email.ts";
import { seenIn } from "../../agent/tools/world.ts";
import { driveWorld, type DriveWorld } from "./drive-world.ts";

const OFFICE = "office@alderfinch.example";
const NOTE = "# Rent\n\nDue on the 1st.\n";

let world: DriveWorld;
let services: MailServices;
beforeAll(async () => {
  world = await driveWorld();
  const tenant = {
    account: async () => world.account,
    timeZone: async () => "America/New_York",
    db: { find: async () => null },
  } as unknown as Tenant;
  const acting = { conversationId: "c", agent: "steward", runId: "r", speaker: null, callId: null };
  const opened = (await mail.open(tenant, acting)) as MailServices;
  const sha256 = await sha256Hex(NOTE);
  services = {
    ...opened,
    workspaceFile: async (path) =>
      path === "areas/rent.md" ? { path, sha256, sizeBytes: NOTE.length } : null,
  };
});
afterAll(async () => {
  expect(await world.violations()).toEqual({ items: [] });
  await world.close();
});

const executor = () => {
  const account = { ...world.account, readBlob: async () => NOTE };
  const find = (async () => account) as unknown as FindAccount;
  return createExecutor(find, { clock: account.clock, logger: silentLogger } as unknown as Parameters<
    typeof createExecutor
  >[1]);
};
const resolution = (tool: AnyTool, input: object, id: string) =>
  (tool as ExternalTool).resolve(tool.input.parse(input), services, { ...seenIn(), id });
async function resolve(tool: AnyTool, input: object, id: string): Promise<EffectBytes> {
  const made = await resolution(tool, input, id);
  const [effect] = made.kind === "resolved" ? made.effects : [];
  if (effect === undefined) throw new Error(JSON.stringify(made));
  return effect;
}
const draft = (more: object) => ({
  to: "maria.lopez@mail.example",
  subject: "Papers",
  text: "Attached.",
  ...more,
});
async function receive(more: object): Promise<string> {
  const email = {
    from: "Desmond Pike <desmond.pike@brightwireelectric.example>",
    to: OFFICE,
    subject: "Invoice 88",
    body: "Please pay by Friday.",
  };
  const { id } = (await world.control("inbound/email", { ...email, ...more })) as { id: string };
  return id;
}
const PDF = { filename: "invoice é.pdf", contentType: "application/pdf", text: "%PDF-1.4 invoice" };

describe("an e-mail with files", () => {
  it("shows name, type, size and place of each, and carries exactly their bytes", async () => {
    const effect = await resolve(sendEmail, draft({ attach: ["House Rules.pdf", "areas/rent.md"] }), "att_1");
    const shown = effectKinds()
      .describe(effect)
      .layout.filter(({ label }) => label.startsWith("Attachment"));
    expect(shown.map(({ path, role }) => `${path} ${role}`)).toEqual(
      expect.arrayContaining([
        "/attachments/0/name detail",
        "/attachments/0/about detail",
        "/attachments/1/name detail",
      ]),
    );
    expect((effect.document as unknown as EmailDocument).attachments).toMatchObject([
      {
        name: "House Rules.pdf",
        about: expect.stringMatching(/^application\/pdf, \d KB, from Google Drive$/),
      },
      { name: "rent.md", about: "text/markdown, 24 bytes, from workspace" },
    ]);
    const { providerId } = await executor().perform(effect, { idempotencyKey: "e", deadlineMs: Infinity });
    const sent = await readMessage(world.account, OFFICE, String(providerId));
    expect(sent).toMatchObject({
      text: "Attached.",
      attachments: [{ name: "House Rules.pdf", type: "application/pdf" }, { name: "rent.md" }],
    });
    const [{ ref }] = (effect.document as unknown as { attachments: [{ ref: string }] }).attachments;
    const original = await readDriveBytes(world.account, OFFICE, ref, 1_000_000);
    const arrived = await readAttached(world.account, OFFICE, String(providerId), 0);
    expect(await sha256Hex(arrived?.bytes ?? new Uint8Array())).toBe(await sha256Hex(original));
    expect(
      new TextDecoder().decode((await readAttached(world.account, OFFICE, String(providerId), 1))?.bytes),
    ).toBe(NOTE);
  });

  it("isn't sent where a file is another than was approved, and its card is stale before that", async () => {
    const effect = await resolve(sendEmail, draft({ attach: ["House Rules.pdf"] }), "att_2");
    const document = effect.document as unknown as EmailDocument;
    const [file] = document.attachments ?? [];
    const spoiled = {
      ...effect,
      document: { ...effect.document, attachments: [{ ...file, sha256: "0".repeat(64) }] },
    } as EffectBytes;
    const named = (one: EffectBytes) =>
      effectKinds()
        .describe(one)
        .preconditions.find(({ kind }) => kind === attachmentsUnchanged.kind);
    expect(await executor().check(named(effect)!, effect)).toEqual({ holds: true });
    expect(await executor().check(named(spoiled)!, spoiled)).toMatchObject({
      holds: false,
      reason: "The attachment House Rules.pdf was changed since this was drafted.",
    });
    await expect(
      executor().perform(spoiled, { idempotencyKey: "e", deadlineMs: Infinity }),
    ).rejects.toMatchObject({
      outcome: "not_applied",
    });
    expect(named(await resolve(sendEmail, draft({}), "att_3"))).toBeUndefined();
  });

  it("is found by its Message-ID after a crash", async () => {
    const effect = await resolve(sendEmail, draft({ attach: ["areas/rent.md"] }), "att_4");
    await world.control("faults", { service: "gmail", status: 502, count: 1, afterEffect: true });
    await expect(
      executor().perform(effect, { idempotencyKey: "e", deadlineMs: Infinity }),
    ).rejects.toMatchObject({
      outcome: "unknown",
    });
    const options = { claimedAt: new Date().toISOString(), now: Date.now(), takenProviderIds: [] };
    expect(await executor().lookUp(effect, options)).toMatchObject({ kind: "found" });
  });

  it("is refused for what is no file, is not there, or is too large", async () => {
    const said = async (attach: string[]) => resolution(sendEmail, draft({ attach }), "att_5");
    expect(await said(["Move-out checklist"])).toMatchObject({
      message: expect.stringContaining("https://docs.google.com/document"),
    });
    expect(await said(["areas/none.md"])).toMatchObject({ kind: "retry" });
    expect(await said(["Salaries and raises (Dana)"])).toMatchObject({ kind: "retry" });
    const big = {
      ...services,
      workspaceFile: async (path: string) => ({ path, sha256: "a", sizeBytes: EMAIL_ATTACHMENT_BYTES + 1 }),
    };
    const made = await (sendEmail as ExternalTool).resolve(
      sendEmail.input.parse(draft({ attach: ["a.md"] })),
      big,
      seenIn(),
    );
    expect(made).toMatchObject({ message: expect.stringContaining("at most 15 MB") });
  });
});

describe("a forwarded e-mail", () => {
  it("holds the note, the original's head and words, and its attachments byte for byte", async () => {
    const emailId = await receive({ attachments: [PDF, { ...PDF, filename: "terms.pdf" }] });
    const effect = await resolve(
      forwardEmail,
      { emailId, to: "lena@alderfinch.example", text: "Hi Lena, please pay this." },
      "fwd_1",
    );
    expect(effect.document).toMatchObject({
      subject: "Fwd: Invoice 88",
      threadId: null,
      text: expect.stringMatching(
        /^Hi Lena, please pay this\.\n\n-+ Forwarded message -+\nFrom: Desmond Pike <desmond\.pike@brightwireelectric\.example>\nDate: \w{3}, \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M\nSubject: Invoice 88\nTo: office@alderfinch\.example\n\nPlease pay by Friday\.$/,
      ),
      attachments: [{ name: "invoice é.pdf", type: "application/pdf" }, { name: "terms.pdf" }],
    });
    const { providerId } = await executor().perform(effect, { idempotencyKey: "e", deadlineMs: Infinity });
    const arrived = await readAttached(world.account, OFFICE, String(providerId), 0);
    expect(arrived?.name).toBe("invoice é.pdf");
    expect(new TextDecoder().decode(arrived?.bytes)).toBe(PDF.text);
  });

  it("takes only the attachments that are named, says which there are, and leaves out the end of a long one", async () => {
    const emailId = await receive({
      attachments: [PDF, { ...PDF, filename: "terms.pdf" }],
      body: "x".repeat(EMAIL_TEXT_CHARS),
    });
    const to = "lena@alderfinch.example";
    const one = await resolution(
      forwardEmail,
      { emailId, to, text: "Hi", attachments: ["terms.pdf"] },
      "fwd_2",
    );
    if (one.kind !== "resolved") throw new Error(JSON.stringify(one));
    const document = one.effects[0]?.document as unknown as EmailDocument;
    expect(document.attachments?.map(({ name }) => name)).toEqual(["terms.pdf"]);
    expect(document.text.length).toBeLessThanOrEqual(EMAIL_TEXT_CHARS);
    expect(document.text).toMatch(/\[The rest is left out\.\]$/);
    expect(one.lints.map(({ code }) => code)).toContain("cut");
    const none = await resolve(forwardEmail, { emailId, to, text: "Hi", attachments: [] }, "fwd_3");
    expect("attachments" in none.document).toBe(false);
    expect(
      await resolution(forwardEmail, { emailId, to, text: "Hi", attachments: ["other.pdf"] }, "fwd_4"),
    ).toMatchObject({
      message: expect.stringContaining("terms.pdf"),
    });
  });
});
