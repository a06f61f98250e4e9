import { describe, expect, it } from "vitest";
import { canMove, effectSources, isAtRest, nextStep } from "../../../src/approvals/state.ts";
import { readApproval, readEffect } from "../../../src/approvals/rows.ts";
import type { ApprovalRow, EffectRow, StoredApproval, StoredEffect } from "../../../src/approvals/types.ts";
import {
  approvalStatusSchema,
  type ApprovalStatus,
  type EffectStatus,
} from "../../../src/approvals/api/approval.ts";

const ALL = approvalStatusSchema.options;
const T0 = Date.parse("2026-11-20T10:00:00Z");
const iso = (ms: number): string => new Date(ms).toISOString();

const sourcesOf = (to: ApprovalStatus) => ALL.filter((from) => canMove(from, to));
const targetsOf = (from: ApprovalStatus) => ALL.filter((to) => canMove(from, to));

function rowIn(status: ApprovalStatus, more: Partial<StoredApproval> = {}): ApprovalRow {
  return readApproval({
    status,
    createdAt: iso(T0),
    expiresAt: iso(T0 + 86_400_000),
    remindersSent: 0,
    startsAt: null,
    deliveredStatus: null,
    ...more,
  } as StoredApproval);
}

function effectIn(status: EffectStatus, more: Partial<StoredEffect> = {}): EffectRow {
  return readEffect({ status, nextAttemptAt: null, ...more } as StoredEffect);
}

function stepOf(row: ApprovalRow, effects: EffectRow[], nowMs = T0) {
  return nextStep(row, effects, { nowMs, reminderMinutes: [30, 240] });
}

describe("moves of an approval", () => {
  it("executes nothing that was not approved, and approves nothing that was not pending", () => {
    expect(sourcesOf("approved")).toEqual(["pending"]);
    expect(sourcesOf("executing").filter((from) => from !== "approved")).toEqual(["needs_human"]);
    expect(sourcesOf("needs_human")).toEqual(["executing"]);
  });

  it("claims that something was done only after execution began", () => {
    for (const to of ["done", "failed", "not_done"] as const) {
      expect(sourcesOf(to).toSorted(), to).toEqual(["executing", "needs_human"]);
    }
  });

  it("takes nothing back to people once execution began", () => {
    const begun = new Set<ApprovalStatus>();
    const open: ApprovalStatus[] = ["executing"];
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      for (const to of targetsOf(from)) if (!begun.has(to)) open.push(to);
      for (const to of targetsOf(from)) begun.add(to);
    }
    expect([...begun].toSorted()).toEqual([
      "done",
      "executing",
      "failed",
      "needs_human",
      "not_done",
      "stale",
    ]);
  });

  it("ends for good: nothing moves what is decided against, too late or settled", () => {
    for (const from of ["done", "failed", "not_done", "rejected", "expired", "stale", "withdrawn"] as const)
      expect(targetsOf(from), from).toEqual([]);
  });

  it("rejects, withdraws and expires only what no one has decided", () => {
    for (const to of ["rejected", "withdrawn", "expired"] as const)
      expect(sourcesOf(to), to).toEqual(["pending"]);
  });

  it("reaches every state from a new draft", () => {
    for (const to of ALL) expect(sourcesOf(to), to).not.toEqual([]);
  });

  it("lets one attempt at a time own an effect", () => {
    expect(effectSources("claimed")).toEqual(["planned"]);
    expect(effectSources("failed")).toEqual(["claimed"]);
  });

  it("lets a late proof close what is open and nothing that is closed", () => {
    expect(effectSources("done").toSorted()).toEqual(["claimed", "needs_human", "planned"]);
  });

  it("never leaves a state at rest by itself, once it was told", () => {
    for (const status of ALL.filter(isAtRest)) {
      const effects = status === "needs_human" ? [effectIn("needs_human")] : [effectIn("done")];
      expect(stepOf(rowIn(status, { deliveredStatus: status }), effects, T0 + 1e12)).toEqual({ do: "rest" });
      expect(stepOf(rowIn(status), effects, T0 + 1e12)).toEqual({ do: "tell" });
    }
  });
});

describe("the next step", () => {
  it("of a pending one: waits, reminds, expires", () => {
    const at = (minutes: number, more: Partial<ApprovalRow> = {}) =>
      stepOf(rowIn("pending", more), [], T0 + minutes * 60_000);
    expect(at(0)).toEqual({ do: "wait", untilMs: T0 + 30 * 60_000 });
    expect(at(30)).toEqual({ do: "remind", ordinal: 1 });
    expect(at(30, { remindersSent: 1 })).toEqual({ do: "wait", untilMs: T0 + 240 * 60_000 });
    expect(at(300)).toEqual({ do: "remind", ordinal: 2 });
    expect(at(300, { remindersSent: 2 })).toEqual({ do: "wait", untilMs: T0 + 86_400_000 });
    expect(at(1440)).toEqual({ do: "move", to: "expired" });
  });

  it("of an approved one: waits for the end of the hold, then begins", () => {
    const held = rowIn("approved", { startsAt: iso(T0 + 5000) });
    expect(stepOf(held, [])).toEqual({ do: "wait", untilMs: T0 + 5000 });
    expect(stepOf(held, [], T0 + 5000)).toEqual({ do: "begin" });
    expect(stepOf(rowIn("approved"), [])).toEqual({ do: "begin" });
  });

  it("of an executing one: effects in order, the first that is not done decides", () => {
    const planned = effectIn("planned");
    expect(stepOf(rowIn("executing"), [planned])).toEqual({ do: "attempt", effect: planned });
    expect(stepOf(rowIn("executing"), [effectIn("done"), planned])).toEqual({
      do: "attempt",
      effect: planned,
    });
    expect(stepOf(rowIn("executing"), [effectIn("done"), effectIn("done")])).toEqual({
      do: "move",
      to: "done",
    });
    expect(stepOf(rowIn("executing"), [effectIn("failed"), planned])).toEqual({ do: "move", to: "failed" });
    expect(stepOf(rowIn("executing"), [effectIn("needs_human"), planned])).toEqual({
      do: "move",
      to: "needs_human",
    });
    expect(stepOf(rowIn("executing"), [effectIn("not_done"), planned])).toEqual({
      do: "move",
      to: "not_done",
    });
  });

  it("leaves a claim alone until its deadline", () => {
    const claimed = effectIn("claimed", { nextAttemptAt: iso(T0 + 60_000) });
    expect(stepOf(rowIn("executing"), [claimed], T0 + 59_999)).toEqual({ do: "wait", untilMs: T0 + 60_000 });
    expect(stepOf(rowIn("executing"), [claimed], T0 + 60_000)).toEqual({ do: "recover", effect: claimed });
  });

  it("does not try a failed effect before its time", () => {
    const later = effectIn("planned", { nextAttemptAt: iso(T0 + 5000) });
    expect(stepOf(rowIn("executing"), [later])).toEqual({ do: "wait", untilMs: T0 + 5000 });
  });

  it("ends a wait for a person when a late proof came", () => {
    expect(stepOf(rowIn("needs_human"), [effectIn("done")])).toEqual({ do: "move", to: "done" });
    expect(stepOf(rowIn("needs_human"), [effectIn("done"), effectIn("planned")])).toEqual({
      do: "move",
      to: "executing",
    });
  });

  it("never calls an approval without effects done", () => {
    expect(stepOf(rowIn("executing"), [])).toEqual({ do: "move", to: "failed" });
  });
});
