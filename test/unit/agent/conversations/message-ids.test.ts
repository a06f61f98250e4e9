import { describe, expect, it } from "vitest";
import { parseFrame } from "../../../../src/agent/conversations/frame-guard.ts";
import { sendMessageSchema } from "../../../../src/agent/api/message.ts";

describe("FORGE: the id a person's page gives a message", () => {
  const bodyOf = (clientMessageId: string) => ({ clientMessageId, text: "Mine now" });
  const isTaken = (id: string): boolean[] => [
    sendMessageSchema.safeParse(bodyOf(id)).success,
    parseFrame(JSON.stringify({ type: "message.send", ...bodyOf(id) })).ok,
  ];

  it.each([
    "sw.again.1",
    "SW.x",
    "text.AC1",
    "Text.AC1",
    "call.AC2",
    "mail.dana@x.example.1",
    "slot.s1.2026",
    "event.1",
  ])("is never one that something of ours will come under, over HTTP or a socket: %s", (id) =>
    expect(isTaken(id)).toEqual([false, false]),
  );

  it.each(["text-1", "textual.1", "m:1", "5f0c1a52-6f0e-4c43-9c7a-2f1d3a4b5c6d"])(
    "may be any other: %s",
    (id) => expect(isTaken(id)).toEqual([true, true]),
  );
});
