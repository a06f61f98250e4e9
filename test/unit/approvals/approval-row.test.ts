import { describe, expect, it } from "vitest";
import { toRow } from "../../../src/approvals/api/approval-row.ts";
import { approvalRowSchema } from "../../../src/approvals/api/approval.ts";
import { approvalOf, smsEffect } from "../../support/approval-of.ts";

const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).byteLength;
const at = "2026-11-24T19:14:00.000Z";
const receipt = { providerId: "AC1", at, summary: "Sent to Maria Lopez", link: null };

const LONG = "A very long text with many words. ".repeat(60);

describe("a row of the list", () => {
  it("says what it is, whom it is for, and its words, without the card", () => {
    expect(
      toRow(
        approvalOf({ lints: [{ code: "other_draft", level: "warning", message: "Another.", path: null }] }),
      ),
    ).toMatchObject({
      kind: "Text message",
      plural: "texts",
      isMessage: true,
      target: "Maria Lopez",
      words: "The plumber comes at 3 pm.",
      numbers: ["+14125550142"],
      toCheck: 1,
    });
    const done = approvalOf({ status: "done", effects: [{ ...smsEffect({}), status: "done", receipt }] });
    expect(toRow(done).receipt).toEqual({ words: "Sent to Maria Lopez", at });
  });

  it.each([
    ["pending", {}],
    ["approved", { executeAfter: at }],
    ["rejected", { reason: LONG }],
    ["done", {}],
  ] as const)("is at most 1 KiB, however long the draft: %s", (status, change) => {
    const id = "e".repeat(64);
    const row = toRow(
      approvalOf({
        id,
        conversationId: "2f0c2f5e-8d5c-4a0e-9f39-0d4f6d3f1c11",
        turnId: "2f0c2f5e-8d5c-4a0e-9f39-0d4f6d3f1c12",
        status,
        title: LONG,
        target: LONG,
        effectHash: id,
        decidedBy: status === "pending" ? null : { id: "user_dana_whitfield", name: LONG },
        decidedAt: status === "pending" ? null : at,
        effects: Array.from({ length: 12 }, (_, index) => ({
          ...smsEffect({ text: LONG, to: { name: LONG } }),
          index,
          document: { to: { number: `+1412555${1000 + index}` } },
          receipt,
        })),
        ...change,
      }),
    );
    expect(approvalRowSchema.parse(row)).toEqual(row);
    expect(bytes(row)).toBeLessThanOrEqual(1024);
  });
});
