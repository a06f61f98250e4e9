import { describe, expect, it } from "vitest";
import { toRow } from "../../../src/approvals/api/approval-row.ts";
import { approvalRowSchema } from "../../../src/approvals/api/approval.ts";
import { approvalOf, smsEffect } from "../../support/approval-of.ts";

const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).byteLength;
const at = "2026-11-24T19:14:00.000Z";
const receipt = { providerId: "AC1", at, summary: "Sent to Maria Lopez", link: null };

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

  it("is at most 1 KiB, however long the draft", () => {
    const long = "A very long text with many words. ".repeat(60);
    const id = "e".repeat(64);
    const row = toRow(
      approvalOf({
        id,
        conversationId: `conversation-${id}`,
        turnId: id,
        status: "done",
        title: long,
        target: long,
        reason: long,
        effectHash: id,
        decision: "approve",
        decidedBy: { id: "user_dana_whitfield", name: long },
        decidedAt: at,
        executeAfter: at,
        effects: Array.from({ length: 12 }, (_, index) => ({
          ...smsEffect({ text: long, to: { name: long } }),
          index,
          document: { to: { number: `+1412555${1000 + index}` } },
          receipt,
        })),
      }),
    );
    expect(approvalRowSchema.parse(row)).toEqual(row);
    expect(bytes(row)).toBeLessThanOrEqual(1024);
  });
});
