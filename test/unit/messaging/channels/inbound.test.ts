import { describe, expect, it } from "vitest";
import { messageEvent } from "../../../../sandbox/quo/signing.ts";
import { quoStore } from "../../../../sandbox/quo/store.ts";
import { readEvent } from "../../../../src/messaging/sms/inbound.ts";
import { quoWorld } from "../../integrations/quo/quo-world.ts";

const AT = "2026-03-18T15:30:00.000Z";
const world = quoWorld();
const [account] = quoStore(world.context).accounts;
const stamp = { id: "EV1", nowMs: world.context.now() };

describe("an event of Quo's", () => {
  it.each(["v3", "v4", "2026-03-30"] as const)("in the shape %s is the same text", (shape) => {
    const message = account!.records.messages.find(({ direction }) => direction === "incoming")!;
    const event = readEvent(messageEvent("message.received", account!, message, shape, stamp), "", AT);
    expect(event).toMatchObject({ id: "EV1", type: "message.received", isKnown: true, isUnreadable: false });
    expect(event?.text).toEqual({
      id: message.id,
      direction: "incoming",
      from: message.participant,
      to: account!.tenant.quo.lines.find(({ phoneNumberId }) => phoneNumberId === message.phoneNumberId)
        ?.number,
      others: [],
      lineId: message.phoneNumberId,
      text: message.text,
      attachments: 0,
      media: [],
      atMs: Date.parse(message.createdAt),
      delivery: "received",
    });
  });

  it.each(["v3", "v4", "2026-03-30"] as const)(
    "tells in the shape %s that a text of ours arrived",
    (shape) => {
      const message = account!.records.messages.find(({ direction }) => direction === "outgoing")!;
      const event = readEvent(messageEvent("message.delivered", account!, message, shape, stamp), "", AT);
      expect(event?.text).toMatchObject({
        direction: "outgoing",
        to: message.participant,
        delivery: "delivered",
      });
    },
  );

  it("of a call is known and holds no text", () => {
    const event = readEvent({ id: "EV2", type: "call.completed", data: { object: { id: "AC1" } } }, "", AT);
    expect(event).toMatchObject({ isKnown: true, text: null, isUnreadable: false });
  });

  it("of a type no one knows is taken and said to be unknown", () => {
    const event = readEvent({ id: "EV3", type: "fax.received", data: {} }, "", AT);
    expect(event).toMatchObject({ isKnown: false, text: null, isUnreadable: false });
  });

  it("whose message cannot be read says so", () => {
    const event = readEvent({ id: "EV4", type: "message.received", data: { object: { id: "AC1" } } }, "", AT);
    expect(event).toMatchObject({ isKnown: true, isUnreadable: true, text: null });
  });

  it("without an id goes by the delivery's", () => {
    expect(readEvent({ type: "message.received", data: {} }, "msg_9", AT)?.id).toBe("msg_9");
    expect(readEvent({ type: "message.received", data: {} }, "", AT)).toBeNull();
  });

  it("with pictures and no words counts the pictures", () => {
    const object = {
      id: "AC9",
      from: "+14125550142",
      to: "+14125550100",
      body: null,
      media: [{ url: "x" }, {}],
    };
    const event = readEvent({ id: "EV5", type: "message.received", createdAt: AT, data: { object } }, "", AT);
    expect(event?.text).toMatchObject({ text: "", attachments: 2, media: [], atMs: Date.parse(AT) });
  });

  it.each([[null], [[]], ["text"], [{}], [{ id: "x" }], [{ id: "x", type: 7, data: {} }]])(
    "is not what %j is",
    (body) => {
      expect(readEvent(body, "", AT)).toBeNull();
    },
  );
});
