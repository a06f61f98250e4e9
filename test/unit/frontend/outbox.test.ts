import { describe, expect, it } from "vitest";
import {
  accepted,
  EMPTY_OUTBOX,
  enqueue,
  handOver,
  parseOutbox,
  refused,
  retry,
  serializeOutbox,
  settle,
  unsent,
} from "../../../frontend/src/api/outbox.ts";

const entry = { clientMessageId: "m1", text: "Hello", at: "2026-11-21T12:00:00Z" };

describe("the outbox", () => {
  it("keeps a message over a reload until the server has it", () => {
    const reloaded = parseOutbox(serializeOutbox(enqueue(EMPTY_OUTBOX, entry)));
    expect(unsent(reloaded).map((one) => one.clientMessageId)).toEqual(["m1"]);
  });

  it("does not send again what the server has accepted, and does not keep it on disk", () => {
    const outbox = accepted(enqueue(EMPTY_OUTBOX, entry), "m1");
    expect(unsent(outbox)).toEqual([]);
    expect(outbox.entries).toHaveLength(1);
    expect(serializeOutbox(outbox)).toBeNull();
  });

  it("lets go of what the thread shows", () => {
    expect(settle(enqueue(EMPTY_OUTBOX, entry), new Set(["m1"])).entries).toEqual([]);
  });

  it("holds a refused message with its reason until a person tries again", () => {
    const outbox = refused(enqueue(EMPTY_OUTBOX, entry), "m1", "Too long");
    expect(unsent(outbox)).toEqual([]);
    expect(outbox.entries[0]).toMatchObject({ state: "refused", problem: "Too long" });
    expect(unsent(retry(outbox, "m1"))).toHaveLength(1);
  });

  it("keeps a form's values with its message, also when it is sent again", () => {
    const answer = { toolCallId: "t1", values: { stage: "Bound" } };
    const outbox = retry(refused(enqueue(EMPTY_OUTBOX, { ...entry, answer }), "m1", "Too long"), "m1");
    expect(unsent(parseOutbox(serializeOutbox(outbox)))).toMatchObject([{ answer, state: "waiting" }]);
  });

  it("sends in the order of writing, under the same ids", () => {
    const two = enqueue(enqueue(EMPTY_OUTBOX, entry), { ...entry, clientMessageId: "m2" });
    expect(unsent(two).map((one) => one.clientMessageId)).toEqual(["m1", "m2"]);
  });

  it("hands what isn't confirmed to the chat it goes on in, each message once", () => {
    const two = enqueue(enqueue(EMPTY_OUTBOX, entry), { ...entry, clientMessageId: "m2" });
    const kept = parseOutbox(serializeOutbox(handOver(accepted(two, "m1"), EMPTY_OUTBOX)));
    expect(unsent(kept).map((one) => one.clientMessageId)).toEqual(["m2"]);
    expect(handOver(two, kept).entries.map((one) => one.clientMessageId)).toEqual(["m2", "m1"]);
  });

  it("survives unreadable storage", () => {
    expect(parseOutbox("{")).toEqual(EMPTY_OUTBOX);
    expect(parseOutbox('{"entries":[{"text":1}]}').entries).toEqual([]);
    expect(parseOutbox(null)).toEqual(EMPTY_OUTBOX);
  });
});
