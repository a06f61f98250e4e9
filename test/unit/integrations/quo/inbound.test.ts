import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { messageReceived, sign } from "../../../../sandbox/quo/signing.ts";
import { quoStore } from "../../../../sandbox/quo/store.ts";
import { quoWorld, type QuoWorld } from "./quo-world.ts";

/** Worked values of both signature schemes, computed apart from this code. */
const KEY = "R2ZLM2o0bFhBNVpyUnU2NG9mYXQ1MHNyR3pvSUhIVVg=";

interface Received {
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

const received: Received[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.end("ok");
  });
});
let url = "";
beforeEach(async () => {
  received.length = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/quo/conn_alder_quo`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

// oxlint-disable-next-line typescript/no-explicit-any -- a vendor's JSON, whose shape is what the tests assert
const inbound = (world: QuoWorld, input: unknown) => world.quo.inbound?.sms?.(input) as Promise<any>;
const listed = async (world: QuoWorld, from: string, line = "PNalderShared") =>
  (
    await world.call(
      "GET",
      `/v1/messages?phoneNumberId=${line}&participants=${encodeURIComponent(from)}&maxResults=10`,
    )
  ).body.data;

describe("a text from outside", () => {
  it("is in the thread of the company that knows the sender, and goes nowhere while no webhook is registered", async () => {
    const world = quoWorld();
    const played = await inbound(world, { from: "+14125550142", text: "Is somebody coming?" });
    expect(played).toMatchObject({ tenantId: "tenant_alder", deliveries: [] });
    expect((await listed(world, "+14125550142"))[0]).toMatchObject({
      id: played.messageId,
      text: "Is somebody coming?",
      direction: "incoming",
    });
    expect(world.outbox).toEqual([]);
  });

  it("from one of the team arrives on the team's line", async () => {
    const world = quoWorld();
    await inbound(world, { from: "+14125550114", text: "Running late" });
    expect((await listed(world, "+14125550114", "PNalderTeam"))[0].text).toBe("Running late");
  });

  it("reaches a registered webhook as often as asked, signed with the webhook's key", async () => {
    const world = quoWorld();
    const registered = await world.call("POST", "/v1/webhooks/messages", {
      body: { url, events: ["message.received"] },
    });
    expect(registered.status).toBe(201);
    const played = await inbound(world, { from: "+14125550142", text: "Hello", times: 3 });
    expect(played.deliveries.map(({ status }: { status: number }) => status)).toEqual([200, 200, 200]);
    expect(new Set(received.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
    const { headers, body } = received[0]!;
    const [, , timestamp] = String(headers["openphone-signature"]).split(";");
    const event = { id: JSON.parse(body).id, nowMs: Number(timestamp) };
    expect(sign("v4", registered.body.data.key, body, event).headers["openphone-signature"]).toBe(
      headers["openphone-signature"],
    );
    expect(world.quo.violations?.()).toEqual([]);
  });

  it.each(["v3", "v4", "2026-03-30"] as const)("comes in the shape %s", async (shape) => {
    const world = quoWorld();
    await world.call("POST", "/v1/webhooks/messages", { body: { url, events: ["message.received"] } });
    await inbound(world, { from: "+14125550142", text: "Shape", shape });
    const event = JSON.parse(received[0]!.body);
    expect(event).toMatchObject({ apiVersion: shape, type: "message.received" });
    const text = {
      v3: event.data.object?.body,
      v4: event.data.object?.text,
      "2026-03-30": event.data.resource?.text,
    };
    expect(text[shape]).toBe("Shape");
  });

  it.each([
    ["no number", { text: "x" }],
    ["a number that is none", { from: "412", text: "x" }],
    ["no text", { from: "+14125550142", text: " " }],
    ["an unknown shape", { from: "+14125550142", text: "x", shape: "v9" }],
    ["too many times", { from: "+14125550142", text: "x", times: 1000 }],
    ["an unknown line", { from: "+14125550142", text: "x", to: "PNnobody" }],
  ])("is refused with %s", async (_name, input) => {
    await expect(inbound(quoWorld(), input)).rejects.toMatchObject({ status: 400 });
  });
});

describe("signatures", () => {
  it("of the first scheme agree with the worked value", () => {
    const body =
      '{"id":"EVc67ec998b35c41d388af50799aeeba3e","object":"event","apiVersion":"v2","createdAt":"2022-01-23T16:55:52.557Z","type":"message.received","data":{"object":{"id":"AC24a8","object":"message","from":"+14155550100","to":"+13105550199","direction":"incoming","body":"Hello","media":[],"status":"received","createdAt":"2022-01-23T16:55:52.420Z","userId":"USu5AsEHuQ","phoneNumberId":"PNtoDbDhuz","conversationId":"CN78ba0373683c48fd8fd96bc836c51f79"}}}';
    expect(sign("v3", KEY, body, { id: "EV", nowMs: 1639710054089 }).headers["openphone-signature"]).toBe(
      "hmac;1;1639710054089;0hOdeuBW839Y5roboFOz2PtSCZbgnR1oqEyekfVxsCE=",
    );
  });

  it("of the dated scheme agree with the worked value", () => {
    const { headers } = sign("2026-03-30", `whsec_${KEY}`, '{"id":"EV123","type":"message.received"}', {
      id: "msg_2abc",
      nowMs: 1745000000000,
    });
    expect(headers).toMatchObject({
      "webhook-id": "msg_2abc",
      "webhook-timestamp": "1745000000",
      "webhook-signature": "v1,6nYACMwByxj1Wq/d+uOAssk506Zzx+PRaOXTcbJ4R4E=",
    });
  });

  it("carry the sender's contacts in the dated shape", () => {
    const world = quoWorld();
    const account = quoStore(world.context).accounts[0]!;
    const message = account.records.messages.find(({ participant }) => participant === "+14125550142")!;
    const event = messageReceived(account, message, "2026-03-30", { id: "EV1", nowMs: world.context.now() });
    expect(event).toMatchObject({ data: { context: { contacts: { lookupStatus: "found" } } } });
  });
});
