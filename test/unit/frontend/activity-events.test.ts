import { describe, expect, it } from "vitest";
import {
  approvalSentence,
  awaySentence,
  eventsOf,
  groupEvents,
} from "../../../frontend/src/agent/activity/activity-events.ts";
import { runSentence } from "../../../frontend/src/agent/activity/run-words.ts";
import { approvalRowOf } from "../../support/approval-of.ts";

type Run = Parameters<typeof runSentence>[0];

function runOf(change: Partial<Run>): Run {
  return {
    id: "run_1",
    parentRunId: null,
    conversationId: "c-1",
    agent: "steward",
    agentTitle: "Steward",
    model: "claude-sonnet-5-5",
    mode: "propose",
    fallbacks: 0,
    output: null,
    confidence: null,
    review: null,
    trigger: "sms",
    status: "done",
    stopReason: "end_turn",
    failure: null,
    startedAt: "2026-11-21T10:00:00.000Z",
    finishedAt: "2026-11-21T10:00:03.000Z",
    modelCalls: 1,
    toolCalls: 0,
    inputTokens: 1,
    outputTokens: 1,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    costUsd: 0,
    disposition: null,
    preview: null,
    outcome: null,
    ...change,
  };
}

const DANA = { id: "u1", name: "Dana Whitfield" };
const approved = approvalRowOf({
  status: "done",
  decision: "approve",
  decidedBy: DANA,
  decidedAt: "2026-11-21T10:05:00.000Z",
  edited: true,
});

describe("activity in sentences", () => {
  it("says who decided what, and never that something was sent which was not", () => {
    expect(approvalSentence(approved)).toBe(
      "Sent: text message to Maria Lopez. Approved by Dana Whitfield with an edit.",
    );
    const others = [
      "failed",
      "needs_human",
      "not_done",
      "rejected",
      "expired",
      "stale",
      "withdrawn",
    ] as const;
    for (const status of others) {
      expect(approvalSentence(approvalRowOf({ status, decidedBy: DANA })), status).not.toMatch(/^Sent/);
    }
    const byRule = { id: "system:steward", name: "Steward" };
    expect(approvalSentence(approvalRowOf({ status: "done", decidedBy: byRule }))).toMatch(
      /^Sent: .*\. No one was asked: a rule allows it\.$/,
    );
    expect(
      approvalSentence(approvalRowOf({ status: "rejected", decidedBy: DANA, reason: "Wrong person" })),
    ).toBe("Dana Whitfield rejected the text message to Maria Lopez: “Wrong person”.");
  });

  it("gives the reason of a run that needed nothing", () => {
    expect(
      runSentence(runOf({ disposition: "no_action", preview: "Thanks!", outcome: "A thank-you." })),
    ).toBe("Steward found nothing to do about a text (“Thanks!”): A thank-you.");
  });

  it("says what a run did, to whom, and about what", () => {
    const draft = approvalRowOf({ status: "pending" });
    const waits = runOf({ stopReason: "waiting_approval" });
    expect(runSentence(waits, [draft])).toBe("Steward drafted the text message to Maria Lopez for approval.");
    expect(
      runSentence(
        waits,
        Array.from({ length: 5 }, () => draft),
      ),
    ).toBe("Steward drafted 5 texts to Maria Lopez for approval.");
    expect(runSentence(waits)).toBe("Steward asked for approval, after a text.");
    expect(runSentence(runOf({ stopReason: "waiting_answer", outcome: "Which Maria do you mean?" }))).toBe(
      "Steward asked: Which Maria do you mean?",
    );
    expect(runSentence(runOf({ stopReason: "waiting_answer", preview: "Text Maria" }))).toBe(
      "Steward asked a question, after a text (“Text Maria”).",
    );
    expect(runSentence(runOf({ preview: "pay \u202Eevif" }))).toBe(
      "Steward answered a text (“pay ⟦U+202E⟧evif”).",
    );
    expect(runSentence(runOf({ outcome: "Rent is due on the 1st." }))).toBe(
      "Steward answered a text: Rent is due on the 1st",
    );
    const work = {
      trigger: "project.request",
      preview: "Risks to the basement",
      agentTitle: "Risk predictor",
    };
    expect(runSentence(runOf(work))).toBe("Risk predictor finished “Risks to the basement”.");
    expect(runSentence(runOf({ ...work, stopReason: "failed" }))).toBe(
      "Risk predictor couldn’t finish: “Risks to the basement”.",
    );
    expect(runSentence(runOf({ finishedAt: null }))).toBe("Steward is still working: a text.");
  });

  it("groups by the tenant's day and by conversation: newest day and conversation first, each told in order", () => {
    const runs = [
      runOf({ id: "late", conversationId: "c-2", startedAt: "2026-11-22T03:00:00.000Z" }),
      runOf({ id: "b", startedAt: "2026-11-21T10:02:00.000Z" }),
      runOf({ id: "a", startedAt: "2026-11-21T10:00:00.000Z" }),
      runOf({ id: "old", startedAt: "2026-11-20T10:00:00.000Z" }),
    ];
    const days = groupEvents(eventsOf(runs, [approved], true), "America/New_York");
    expect(days.map(({ day }) => day)).toEqual(["2026-11-21", "2026-11-20"]);
    expect(days[0]?.conversations.map(({ conversationId }) => conversationId)).toEqual(["c-2", "c-1"]);
    expect(days[0]?.conversations[1]?.events.map(({ id }) => id)).toEqual(["a", "b", "approval_1"]);
  });

  it("leaves approvals older than the loaded runs for later, so that no day is told half", () => {
    const runs = [runOf({ startedAt: "2026-11-21T11:00:00.000Z" })];
    expect(eventsOf(runs, [approved], false)).toHaveLength(1);
    expect(eventsOf(runs, [approved], true)).toHaveLength(2);
    const outcome = runOf({ id: "after", trigger: "outcome", stopReason: "end_turn" });
    expect(eventsOf([outcome], [], true), "it added nothing to the receipt").toEqual([]);
    expect(eventsOf([{ ...outcome, stopReason: "failed" }], [], true)).toHaveLength(1);
  });

  it("tells what happened while one was away, and nothing where nothing did", () => {
    const runs = [
      runOf({ id: "1" }),
      runOf({ id: "2", conversationId: "c-2", disposition: "no_action" }),
      runOf({ id: "3", stopReason: "failed" }),
      runOf({ id: "4", stopReason: "waiting_answer" }),
    ];
    const approvals = [approved, approvalRowOf({ id: "approval_2", createdAt: "2026-11-21T09:30:00.000Z" })];
    expect(awaySentence(runs, approvals, "2026-11-21T09:00:00.000Z")).toBe(
      "2 drafts, 1 done, 1 question, 1 message that needed no answer, and 1 failed.",
    );
    expect(awaySentence(runs, approvals, "2026-11-22T09:00:00.000Z")).toBeNull();
    expect(awaySentence(runs, approvals, null)).toMatch(/^2 drafts/);
  });
});
