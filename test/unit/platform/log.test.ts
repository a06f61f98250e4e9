import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/kernel/errors.ts";
import { jsonLogger, type LogFields } from "../../../src/kernel/log.ts";
import { hashed, keyLogs, systemLogger } from "../../../src/platform/logger.ts";

function lineOf(fields: LogFields): string {
  const lines: string[] = [];
  jsonLogger(
    (_, line) => lines.push(line),
    (id) => `hash of ${id.length}`,
  ).warn("test.event", fields);
  return lines[0] ?? "";
}

describe("LEAK: a line of the log", () => {
  it.each([
    ["the id of a conversation", { conversationId: "sms:+14125550142" }],
    ["a group's", { conversationId: "sms:+14125550142,+14125550143" }],
    ["an address of ours", { route: "/api/conversations/sms:+14125550142/messages" }],
    ["one that is encoded", { route: "/api/conversations/sms%3A%2B14125550142/socket" }],
    ["an id made of one", { approvalId: "direct:sms:+14125550142:1", scheduleId: "+14125550142" }],
    ["a refusal", { error: new AppError("conflict", "dana@alderfinch.example is on another team") }],
    [
      "its cause",
      { error: new AppError("internal", "No", { cause: new AppError("not_found", "+14125550142") }) },
    ],
    ["an address in an address", { route: "/api/mail/dana%40alderfinch.example" }],
  ] as const)("holds no number and no address of a person: %s", (_what, fields) => {
    const line = lineOf({ tenantId: "tenant_alder", ...fields });
    expect(line).not.toMatch(/4125550|alderfinch/);
    expect(JSON.parse(line)).toMatchObject({ event: "test.event", tenantId: "tenant_alder" });
  });

  it("keeps the ids of our own and where a stack points", () => {
    const fields = { runId: "0f0c1a52-6f0e-4c43-9c7a-2f1d3a4b5c6d", costMicroUsd: 12_345_678, status: 503 };
    expect(JSON.parse(lineOf({ ...fields, error: new Error("x") }))).toMatchObject({
      ...fields,
      error: { stack: expect.arrayContaining([expect.stringContaining("log.test.ts")]) as string[] },
    });
  });

  it("tells one conversation from another, and the same of two teams apart", () => {
    keyLogs("k1:secret");
    const said: string[] = [];
    const kept = console.info;
    console.info = (line: string) =>
      said.push((JSON.parse(line) as { conversationId: string }).conversationId);
    try {
      for (const [tenantId, conversationId] of [
        ["a", "sms:+14125550142"],
        ["a", "sms:+14125550142"],
        ["b", "sms:+14125550142"],
        ["a", "sms:+14125550143"],
      ] as const)
        systemLogger.info("test.event", { tenantId, conversationId });
    } finally {
      console.info = kept;
    }
    expect(said[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(said[1]).toBe(said[0]);
    expect(new Set(said).size).toBe(3);
    const before = hashed("sms:+14125550142");
    keyLogs("k2:another");
    expect(hashed("sms:+14125550142")).not.toBe(before);
  });
});
