import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createExecutor, type FindAccount } from "../../../../src/approvals/effects/executor.ts";
import type { EffectBytes, EffectExecutor } from "../../../../src/approvals/ports.ts";
import { findContact, findMessage, newestMessages } from "../../../../src/integrations/quo/read.ts";
import { comesAbout } from "../../../support/event-loop.ts";
import { startQuo, type QuoSandbox } from "./sandbox.ts";
import { effectWorld } from "../../../support/effect-world.ts";

const STRANGER = "+14125550197";
const LINE = {
  phoneNumberId: "PNalderShared",
  number: "+14125550100",
  label: "Shared line",
  audience: "external",
};

let quo: QuoSandbox;
let executor: EffectExecutor;
beforeAll(async () => {
  quo = await startQuo();
});
afterAll(() => quo.close());
beforeEach(async () => {
  await quo.control("reset", {});
  executor = createExecutor(
    (async (vendor: string, id?: string) =>
      vendor === "quo" && (id === undefined || id === "conn_alder_quo") ? quo.account : null) as FindAccount,
    effectWorld(),
  );
});

function text(words: string, more: Record<string, unknown> = {}): EffectBytes {
  const to = { number: STRANGER, name: "Ines Vidal", contactId: null, company: null };
  const document = { connectionId: "conn_alder_quo", from: LINE, to, text: words, ...more };
  return { kind: "sms.send", document: document as EffectBytes["document"] };
}

function newContact(firstName: string): EffectBytes {
  const rest = { lastName: "Vidal", company: null, role: "Applicant", number: STRANGER, email: null };
  return {
    kind: "contact.create",
    document: { connectionId: "conn_alder_quo", firstName, ...rest },
  };
}

const perform = (effect: EffectBytes, idempotencyKey = "effect_1") =>
  executor.perform(effect, { idempotencyKey, deadlineMs: Infinity });
const claimed = (agoMs: number, takenProviderIds: string[] = []) => ({
  claimedAt: new Date(Date.now() - agoMs).toISOString(),
  now: Date.now(),
  takenProviderIds,
});

describe("sms.send", () => {
  it("sends exactly the approved bytes and proves it", async () => {
    const performed = await perform(text("On our way — see you at 9.\nDana"));
    expect(performed).toMatchObject({ summary: "Sent to Ines Vidal" });
    expect(performed.providerId).toMatch(/^AC/);
    expect(await quo.outbox()).toMatchObject([
      {
        method: "POST",
        path: "/v1/messages",
        body: { content: "On our way — see you at 9.\nDana", from: "PNalderShared", to: [STRANGER] },
      },
    ]);
  });

  it("is found again when the answer was lost after the effect", async () => {
    await quo.control("faults", { service: "quo", status: 500, count: 1, afterEffect: true });
    await expect(perform(text("Lost answer"))).rejects.toMatchObject({ outcome: "unknown" });
    expect(await executor.lookUp(text("Lost answer"), claimed(1000))).toMatchObject({
      kind: "found",
      performed: { summary: "Sent to Ines Vidal" },
    });
    expect((await quo.outbox()).length).toBe(1);
  });

  it("is not called absent while the provider may lag, and is afterwards", async () => {
    expect(await executor.lookUp(text("Never sent"), claimed(60_000))).toEqual({ kind: "unknown" });
    expect(await executor.lookUp(text("Never sent"), claimed(121_000))).toEqual({ kind: "absent" });
  });

  it("is not proven by other words, an older text or one that proves another effect", async () => {
    const { providerId } = await perform(text("Same words"));
    const old = claimed(200_000, []);
    expect(await executor.lookUp(text("Other words"), old)).toEqual({ kind: "absent" });
    expect(
      await executor.lookUp(text("Same words"), { ...old, takenProviderIds: [providerId ?? ""] }),
    ).toEqual({ kind: "absent" });
    const later = {
      claimedAt: new Date(Date.now() + 60_000).toISOString(),
      now: Date.now() + 300_000,
      takenProviderIds: [],
    };
    expect(await executor.lookUp(text("Same words"), later)).toEqual({ kind: "absent" });
  });

  it("is proven by the oldest of two equal texts that is not taken", async () => {
    const first = await perform(text("Twice"));
    const sentAtMs = Date.now();
    await comesAbout("a later moment", () => Date.now() > sentAtMs + 1);
    const second = await perform(text("Twice"));
    const look = async (taken: (string | null)[]) =>
      executor.lookUp(
        text("Twice"),
        claimed(
          5000,
          taken.filter((id) => id !== null),
        ),
      );
    expect(await look([])).toMatchObject({ performed: { providerId: first.providerId } });
    expect(await look([first.providerId])).toMatchObject({ performed: { providerId: second.providerId } });
  });

  it("proves nothing when the provider does not answer", async () => {
    await quo.control("faults", { service: "quo", status: 503, count: 10 });
    expect(await executor.lookUp(text("Never sent"), claimed(600_000))).toEqual({ kind: "unknown" });
  });

  it.each([
    ["refused", { service: "quo", status: 402, count: 1 }, "not_applied"],
    ["limited", { service: "quo", status: 429, count: 1 }, "not_applied"],
    ["broken", { service: "quo", status: 502, count: 1 }, "unknown"],
  ])("says honestly whether it may have happened when %s", async (_what, fault, outcome) => {
    await quo.control("faults", fault);
    await expect(perform(text("Hello"))).rejects.toMatchObject({ outcome });
    expect(await quo.outbox()).toEqual([]);
  });

  it("refuses before calling: a document with other fields, a line that is gone, another tenant's connection", async () => {
    for (const effect of [
      text("Hello", { bcc: "+14125550100" }),
      text("Hello", { from: { ...LINE, phoneNumberId: "PNgone" } }),
      text("Hello", { from: { ...LINE, audience: "internal" } }),
      text("Hello", { connectionId: "conn_harbor_quo" }),
      { ...text("Hello"), kind: "sms.bulk" },
    ]) {
      await expect(perform(effect)).rejects.toMatchObject({ outcome: "not_applied" });
    }
    expect(await quo.outbox()).toEqual([]);
  });
});

describe("contact.create", () => {
  it("creates the contact, shows it in the very next search, and can be undone", async () => {
    const performed = await perform(newContact("Ines"));
    expect(performed).toMatchObject({ summary: "Contact created: Ines Vidal (+1 412 555 0197)" });
    const id = performed.providerId ?? "";
    expect(await findContact(quo.account, id)).toMatchObject({
      name: "Ines Vidal",
      role: "Applicant",
      numbers: [{ label: "Mobile", number: STRANGER }],
    });
    const undo = executor.compensation(newContact("Ines"), performed.providerId);
    if (undo === null) throw new Error("nothing undoes it");
    expect(undo.effect).toMatchObject({
      kind: "contact.delete",
      document: { contactId: performed.providerId },
    });
    await perform(undo.effect);
    expect(await findContact(quo.account, id)).toBeNull();
    expect(await perform(undo.effect)).toMatchObject({
      summary: expect.stringContaining("Contact deleted") as unknown,
    });
    expect(await executor.lookUp(undo.effect, claimed(0))).toMatchObject({ kind: "found" });
  });

  it("is found again when the answer was lost, and a repeat with the same key makes no second one", async () => {
    await quo.control("faults", { service: "quo", status: 500, count: 1, afterEffect: true });
    await expect(perform(newContact("Ines"))).rejects.toMatchObject({ outcome: "unknown" });
    expect(await executor.lookUp(newContact("Ines"), claimed(1000))).toMatchObject({ kind: "found" });
    expect(await executor.lookUp(newContact("Inez"), claimed(1000))).toEqual({ kind: "unknown" });
    await expect(perform(newContact("Ines"))).rejects.toMatchObject({ status: 409, outcome: "not_applied" });
    expect((await quo.outbox()).length).toBe(1);
  });
});

describe("preconditions", () => {
  it("hold while only we write other words, and fail once they text or opt out", async () => {
    const { providerId } = await perform(text("First"));
    const newest = {
      kind: "newest_message",
      connectionId: "conn_alder_quo",
      number: STRANGER,
      messageId: providerId,
    } as const;
    const willing = { kind: "not_opted_out", number: STRANGER } as const;
    const draft = text("Second");
    expect((await newestMessages(quo.account, STRANGER, 1)).at(-1)?.id).toBe(providerId);
    expect(await findMessage(quo.account, providerId ?? "")).toMatchObject({
      id: providerId,
      direction: "outgoing",
      to: STRANGER,
      status: expect.stringMatching(/^(?:queued|sent|delivered)$/) as unknown,
    });
    expect(await findMessage(quo.account, "AC00000000")).toBeNull();
    expect(await executor.check(newest, draft)).toEqual({ holds: true });
    expect(await executor.check(willing, draft)).toEqual({ holds: true });
    await perform(text("A colleague writes"));
    expect(await executor.check(newest, draft)).toEqual({ holds: true });
    expect(await executor.check(newest, text("A colleague writes"))).toEqual({
      holds: false,
      reason: "The same text has been sent to them since this was drafted.",
    });
    await quo.control("inbound/sms", { from: STRANGER, text: "STOP" });
    expect(await executor.check(newest, draft)).toEqual({
      holds: false,
      reason: "They texted since this was drafted.",
    });
    expect(await executor.check(willing, draft)).toMatchObject({ holds: false });
    expect(await executor.check({ ...newest, number: "+14125550196", messageId: null }, draft)).toEqual({
      holds: true,
    });
  });
});
