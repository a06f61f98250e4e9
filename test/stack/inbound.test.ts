/** A text comes in by itself and goes the whole way: webhook, run, approval, push, decision, text out. Over the really running product. */
import { expect, it } from "vitest";
import { registerDemoWebhooks } from "../../scripts/demo-webhooks.ts";
import { ALDER } from "../../sandbox/world/company.ts";
import type { Approval } from "../../src/approvals/api/approval.ts";
import type { Conversation } from "../../src/agent/api/conversation.ts";
import { controlAt, eventually, signInAs, type Client } from "../support/client.ts";
import { ownStack } from "../support/own-stack.ts";
import { pushAbout, pushesTo, subscribedDevice } from "../support/phone.ts";
import { changePolicy, sentTexts } from "../support/scripted.ts";
import { expectTook } from "../support/took.ts";

const MARIA = "+14125550142";
const STRANGER = "+14125550199";

interface RunRow {
  readonly id: string;
  readonly trigger: string;
  readonly stopReason: string | null;
  readonly disposition: string | null;
  readonly preview: string | null;
  readonly outcome: string | null;
}

it("an inbound text starts a run by itself, rings once, and its approved reply arrives", async () => {
  await using stack = await ownStack();
  await registerDemoWebhooks(stack);
  await registerDemoWebhooks(stack);
  const { appUrl, sandboxUrl } = stack;
  const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  const phone = await subscribedDevice(sandboxUrl, dana, "Dana's phone");
  await gatherFor(dana, 0.5);
  const text = (from: string, words: string, times = 1, shape?: string) =>
    controlAt<{ deliveries: { status: number | null }[] }>(sandboxUrl, "inbound/sms", {
      from,
      text: words,
      times,
      ...(shape === undefined ? {} : { shape }),
    });

  // Five deliveries of one event are one run; the reply waits for a person, whose phone rings once.
  const { deliveries } = await text(MARIA, "The kitchen tap is dripping again, can somebody have a look?", 5);
  expect(deliveries.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const approval = await pendingFor(dana, MARIA);
  expect(approval).toMatchObject({ tool: "send_message", status: "pending" });
  // The turn goes on for a moment after its approval is there.
  const conversation = await inState(dana, MARIA, "waiting_approval");
  expect(conversation).toMatchObject({
    source: "sms",
    title: "Maria Lopez",
    unread: true,
    contact: { name: "Maria Lopez", phone: MARIA },
    trigger: { source: "sms", contactName: "Maria Lopez", phone: MARIA },
  });
  const [first] = await dana.messages(conversation.id);
  expect(first?.author).toMatchObject({ kind: "contact", name: "Maria Lopez" });
  expect(await runsOf(dana, MARIA)).toMatchObject([
    { trigger: "sms", stopReason: "waiting_approval", disposition: "attention" },
  ]);
  await pushAbout(sandboxUrl, phone.id, approval.id);
  expect((await pushesTo(sandboxUrl, phone.id)).map(({ kind }) => kind)).toEqual(["approval"]);
  await decide(dana, approval);
  await eventually("the reply arrives", async () => (await sentTexts(sandboxUrl)).length === 1);

  // A thank-you disturbs no one: no ring, not unread, listed with its reason.
  await inState(dana, MARIA, "idle");
  await read(dana, conversation.id);
  const rings = (await pushesTo(sandboxUrl, phone.id)).length;
  await text(MARIA, "Thank you so much!", 1, "2026-03-30");
  const silent = await eventually("the thank-you is worked on", async () => {
    const runs = await runsOf(dana, MARIA);
    return runs.find(({ disposition }) => disposition === "no_action") ?? null;
  });
  expect(silent).toMatchObject({ preview: "Thank you so much!", outcome: "They only said thanks." });
  expect((await conversationOf(dana, MARIA)).unread).toBe(false);
  expect((await pushesTo(sandboxUrl, phone.id)).length).toBe(rings);

  // Texts in a burst are one run; news on the thread makes the waiting draft stale, and it is drafted again.
  await text(MARIA, "Now the radiator is leaking");
  const stale = await pendingFor(dana, MARIA);
  await gatherFor(dana, 3);
  await Promise.all([text(MARIA, "It is in the kitchen"), text(MARIA, "Water is running out")]);
  const redrafted = await eventually("a draft for what is new", async () => {
    const now = await pendingFor(dana, MARIA);
    return now.id === stale.id ? null : now;
  });
  expect((await dana.json<Approval>("GET", `/api/approvals/${stale.id}`)).status).toBe("stale");
  await inState(dana, MARIA, "waiting_approval");
  const runs = await runsOf(dana, MARIA);
  expect(runs.filter(({ trigger }) => trigger === "sms")).toHaveLength(4);
  await gatherFor(dana, 0.5);

  // A colleague answers by hand: the card of what waits tells it, and only a card that told it approves.
  await controlAt(sandboxUrl, "quo/by-hand", {
    tenantId: ALDER.id,
    staff: "Tom",
    to: MARIA,
    text: "On my way. - Tom",
  });
  const { status, sentSince, lints } = await eventually("the card tells it", async () => {
    const shown = await dana.json<Approval>("GET", `/api/approvals/${redrafted.id}`);
    return typeof shown.sentSince === "string" ? shown : null;
  });
  expect([status, lints.some(({ message }) => message.includes("On my way. - Tom"))]).toEqual([
    "pending",
    true,
  ]);
  const decision = { decision: "approve", effectHash: redrafted.effectHash };
  const path = `/api/approvals/${redrafted.id}/decision`;
  expect((await dana.request("POST", path, decision)).status).toBe(409);
  await dana.json("POST", path, { ...decision, sentSince });

  // Somebody unknown who says who they are: contact and reply as one bundle.
  await text(STRANGER, "Hi, this is Nora Quist. I am locked out of 3B", 1, "v3");
  const bundle = await pendingFor(dana, STRANGER);
  expect(bundle.effects.map(({ kind }) => kind)).toEqual(["contact.create", "sms.send"]);

  // The model is down: within a minute a person is told, and the text is taken up when it can be.
  await controlAt(sandboxUrl, "faults", { service: "anthropic", status: 529 });
  const downAt = Date.now();
  await text(STRANGER, "Is anybody there?");
  const unread = await eventually(
    "somebody is told",
    async () =>
      (await pushesTo(sandboxUrl, phone.id)).find(({ title }) => title.startsWith("Not handled")) ?? null,
    60_000,
  );
  expectTook(Date.now() - downAt, 60_000, "somebody is told");
  expect(unread.body).toContain("Is anybody there?");
  expect((await conversationOf(dana, STRANGER)).unread).toBe(true);
  await controlAt(sandboxUrl, "faults", { service: "anthropic", clear: true });
  await eventually(
    "the text is taken up by itself",
    async () => (await runsOf(dana, STRANGER))[0]?.stopReason === "waiting_answer",
    120_000,
  );
  await eventually("the team is asked who it is", async () =>
    (await pushesTo(sandboxUrl, phone.id)).some(
      ({ title, body }) => title.startsWith("Text from +1 412") && body.includes("Who is it?"),
    ),
  );
  await eventually("what was told is settled", async () => {
    const { items } = await dana.json<{ items: { title: string; resolution: string | null }[] }>(
      "GET",
      "/api/notifications",
    );
    return items.find(({ title }) => title.startsWith("Not handled"))?.resolution === "Steward read it";
  });
}, 480_000);

async function pendingFor(client: Client, number: string): Promise<Approval> {
  return eventually(`an approval waits for ${number}`, async () => {
    const items = await client.openApprovals(encodeURIComponent(`sms:${number}`));
    return items[0] ?? null;
  });
}

function conversationOf(client: Client, number: string): Promise<Conversation> {
  return client.json("GET", `/api/conversations/${encodeURIComponent(`sms:${number}`)}`);
}

/** Texts of one person within so long are one run. */
function gatherFor(client: Client, seconds: number): Promise<void> {
  const sms = { startRunsOnLines: null, debounceSeconds: seconds, debounceMaxSeconds: 4 * seconds };
  return changePolicy(client, { sms });
}

/** The conversation once its last turn has left it so. */
function inState(client: Client, number: string, status: string): Promise<Conversation> {
  return eventually(`the conversation is ${status}`, async () => {
    const conversation = await conversationOf(client, number);
    return conversation.status === status ? conversation : null;
  });
}

async function read(client: Client, id: string): Promise<void> {
  await client.json("PATCH", `/api/conversations/${encodeURIComponent(id)}`, { unread: false });
}

async function runsOf(client: Client, number: string): Promise<RunRow[]> {
  const query = new URLSearchParams({ conversationId: `sms:${number}` });
  return (await client.json<{ items: RunRow[] }>("GET", `/api/runs?${query.toString()}`)).items;
}

async function decide(client: Client, { id, effectHash }: Approval): Promise<void> {
  await client.json("POST", `/api/approvals/${id}/decision`, { decision: "approve", effectHash });
}
