import { describe, expect, it } from "vitest";
import { rowOf } from "../../../frontend/src/approvals/draft/row-words.ts";
import {
  foremost,
  newestHeld,
  decisionWords,
  whyNotUndone,
} from "../../../frontend/src/components/undo/last-decision.ts";
import { toRow } from "../../../src/approvals/api/approval-row.ts";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import { approvalOf, smsEffect } from "../../support/approval-of.ts";

const DANA = { id: "user_dana", name: "Dana Whitfield" };
const NOW = { nowMs: Date.parse("2026-11-21T15:00:00Z"), zone: "America/New_York" };

function held(id: string, change: Partial<Approval> = {}): Approval {
  return approvalOf({
    id,
    status: "approved",
    decision: "approve",
    decidedBy: DANA,
    decidedAt: "2026-11-21T14:59:57.000Z",
    executeAfter: "2026-11-21T15:00:07.000Z",
    undoable: true,
    ...change,
  });
}

describe("what is still held", () => {
  it("is the newest of one's own decisions, also after a reload, and not what was put away", () => {
    const open = [
      held("older", { decidedAt: "2026-11-21T14:59:50.000Z" }),
      held("newer"),
      held("hers", { decidedBy: { id: "user_priya", name: "Priya" }, decidedAt: "2026-11-21T15:00:00.000Z" }),
      approvalOf({ id: "waits" }),
    ].map(toRow);
    expect(newestHeld(open, DANA.id, new Set())?.id).toBe("newer");
    expect(newestHeld(open, DANA.id, new Set(["newer"]))?.id).toBe("older");
    expect(newestHeld(open, "user_marcus", new Set())).toBeNull();
  });
});

describe("what the toast says", () => {
  const say = (approval: Approval, secondsLeft = 0) => decisionWords(approval, 1, { ...NOW, secondsLeft });

  it("counts down while it is held, and says sent only of what was done", () => {
    expect(say(held("a"), 7)).toMatchObject({ title: "Sends in 7 s", undoable: true, showMs: null });
    expect(say(held("a"))).toMatchObject({ title: "Sending…", undoable: false });
    expect(say(held("a", { status: "executing" }))).toMatchObject({ title: "Sending…" });
    expect(say(held("a", { status: "done", effects: [smsEffect({})] }))).toMatchObject({
      title: "Sent",
      tone: "good",
      about: "Text message to Maria Lopez",
    });
    for (const status of ["failed", "needs_human", "stale"] as const)
      expect(say(held("a", { status }))).toMatchObject({ tone: "bad", undoable: false });
  });

  it("tells the time of a long hold instead of its seconds", () => {
    const tonight = held("a", { executeAfter: "2026-11-22T13:00:00.000Z" });
    expect(say(tonight, 79_200)).toMatchObject({ title: "Sends tomorrow 8:00 AM", undoable: true });
  });

  it("speaks of several as several, of what went wrong first", () => {
    const several = [held("a", { status: "done" }), held("b"), held("c", { status: "failed" })];
    expect(foremost(several)?.id).toBe("c");
    expect(decisionWords(several[1]!, 3, { ...NOW, secondsLeft: 4 })).toMatchObject({
      title: "Sends in 4 s",
      about: "3 approvals",
    });
  });

  it("says why nothing is undone", () => {
    expect(whyNotUndone([])).toBe("Nothing to undo.");
    expect(whyNotUndone([held("a", { status: "done" })])).toBe("Too late to undo: it was already sent.");
    expect(whyNotUndone([approvalOf({ status: "rejected", decision: "reject" })])).toMatch(
      /^A rejection can’t be undone/,
    );
  });
});

describe("a card as a row", () => {
  it("shows a short text whole, and says of all else that it must be opened", () => {
    const row = rowOf(approvalOf());
    expect(row).toMatchObject({ body: "The plumber comes at 3 pm.", whole: true });
    expect(row.lines).toMatch(/Maria Lopez.*555.*0142.*Shared line/);
    expect(rowOf(approvalOf({ effects: [smsEffect({ text: "x".repeat(500) })] })).whole).toBe(false);
    expect(rowOf(approvalOf({ effects: [smsEffect({}), smsEffect({})] })).whole).toBe(false);
  });
});
