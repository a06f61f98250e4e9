import { describe, expect, it } from "vitest";
import { nextStep, recovery, statusAfter } from "../../../src/conversations/state.ts";
import type { CallRow, LogMessage, Turn, TurnLimits, TurnLog } from "../../../src/conversations/types.ts";

const NOW = Date.parse("2026-11-21T15:05:00Z");
const LIMITS: TurnLimits = { modelCalls: 25, toolCalls: 60, workMs: 600_000, costMicroUsd: 2_000_000 };

function turn(change: Partial<Turn> = {}): Turn {
  return {
    id: "t1",
    kind: "message",
    status: "running",
    speaker: { kind: "user", name: "Dana" },
    attempt: 1,
    stalls: 0,
    progress: 0,
    stopRequestedBy: null,
    notBefore: 0,
    unreadSinceMs: null,
    model: "",
    modelCalls: 1,
    toolCalls: 0,
    usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
    costMicroUsd: 0,
    openReserveMicroUsd: 0,
    stopReason: null,
    errorCode: null,
    errorMessage: null,
    queuedAt: "2026-11-21T15:00:00Z",
    startedAt: "2026-11-21T15:00:00Z",
    finishedAt: null,
    ...change,
  };
}

function message(kind: LogMessage["kind"], change: Partial<LogMessage> = {}): LogMessage {
  return {
    seq: 1,
    id: "x",
    kind,
    role: kind === "reply" ? "assistant" : "user",
    parts: [{ type: "text", text: "x" }],
    author: { kind: "user", name: "Dana" },
    createdAt: "2026-11-21T15:00:00Z",
    turnId: "t1",
    queued: false,
    context: null,
    modelStop: null,
    ...change,
  };
}

function call(id: string, status?: NonNullable<CallRow["answer"]>["status"]): CallRow {
  return {
    replyId: "r1",
    position: 0,
    call: { id, name: "search_contacts", input: {} },
    startedAt: null,
    answer: status === undefined ? null : { status, content: "{}", isError: false, durationMs: 1 },
  };
}

const log = (change: Partial<TurnLog>): TurnLog => ({
  turn: turn(),
  last: message("inbound"),
  calls: [],
  replyStop: null,
  ...change,
});
const reply = (modelStop: LogMessage["modelStop"]) => ({
  last: message("reply", { modelStop }),
  replyStop: modelStop,
});

describe("the next step of a turn", () => {
  it.each([
    ["a message calls the model", log({}), { kind: "call_model" }],
    ["an outcome calls the model", log({ last: message("outcome") }), { kind: "call_model" }],
    ["an empty log ends", log({ last: null }), { kind: "finish", reason: "end_turn" }],
    ["a finished reply ends", log(reply("end_turn")), { kind: "finish", reason: "end_turn" }],
    ["a stop sequence ends", log(reply("stop_sequence")), { kind: "finish", reason: "end_turn" }],
    ["a pause goes on", log(reply("pause_turn")), { kind: "call_model" }],
    ["a reply cut at its limit says so", log(reply("max_tokens")), { kind: "finish", reason: "max_tokens" }],
    ["a refusal says so", log(reply("refusal")), { kind: "finish", reason: "refusal" }],
    [
      "a full window says so",
      log(reply("model_context_window_exceeded")),
      { kind: "finish", reason: "context_full" },
    ],
    [
      "results go back to the model",
      log({ last: message("results"), calls: [call("a", "ok")], replyStop: "tool_use" }),
      { kind: "call_model" },
    ],
    [
      "a failed call goes back to the model",
      log({ last: message("results"), calls: [call("a", "failed")], replyStop: "tool_use" }),
      { kind: "call_model" },
    ],
    [
      "an approval stops",
      log({
        last: message("results"),
        calls: [call("a", "ok"), call("b", "awaiting_approval")],
        replyStop: "tool_use",
      }),
      { kind: "finish", reason: "waiting_approval" },
    ],
    [
      "a question stops",
      log({ last: message("results"), calls: [call("a", "asked")], replyStop: "tool_use" }),
      { kind: "finish", reason: "waiting_answer" },
    ],
    [
      "an approval outranks a question",
      log({
        last: message("results"),
        calls: [call("a", "asked"), call("b", "awaiting_approval")],
        replyStop: "tool_use",
      }),
      { kind: "finish", reason: "waiting_approval" },
    ],
    [
      "results of a broken-off reply end",
      log({ last: message("results"), calls: [call("a", "failed")], replyStop: "max_tokens" }),
      { kind: "finish", reason: "max_tokens" },
    ],
  ] as const)("%s", (_, input, expected) => {
    expect(nextStep(input, LIMITS, NOW)).toEqual(expected);
  });

  it("runs only the calls that have no answer yet", () => {
    const open = call("b");
    const step = nextStep(log({ ...reply("tool_use"), calls: [call("a", "ok"), open] }), LIMITS, NOW);
    expect(step).toEqual({ kind: "run_tools", calls: [open] });
  });

  it("commits the results once every call is answered", () => {
    const calls = [call("a", "ok"), call("b", "denied")];
    expect(nextStep(log({ ...reply("tool_use"), calls }), LIMITS, NOW)).toEqual({
      kind: "commit_results",
      calls,
    });
  });

  it("does not run calls of a reply that broke off", () => {
    expect(nextStep(log({ ...reply("max_tokens"), calls: [call("a")] }), LIMITS, NOW).kind).toBe(
      "refuse_tools",
    );
  });

  it("runs no more calls than the turn may still make", () => {
    const calls = [call("a"), call("b"), call("c")];
    const step = nextStep(log({ ...reply("tool_use"), calls, turn: turn({ toolCalls: 58 }) }), LIMITS, NOW);
    expect(step.kind === "run_tools" && step.calls.length).toBe(2);
    const refused = nextStep(
      log({ ...reply("tool_use"), calls, turn: turn({ toolCalls: 60 }) }),
      LIMITS,
      NOW,
    );
    expect(refused.kind).toBe("refuse_tools");
  });

  it.each([
    ["limit_model_calls", { modelCalls: 25 }],
    ["limit_tool_calls", { toolCalls: 60 }],
    ["limit_time", { startedAt: "2026-11-21T14:55:00Z" }],
    ["limit_cost", { costMicroUsd: 2_000_000 }],
    ["stopped_by_user", { stopRequestedBy: "Dana" }],
  ] as const)("stops at %s before the next model call", (reason, change) => {
    expect(nextStep(log({ turn: turn(change) }), LIMITS, NOW)).toEqual({ kind: "finish", reason });
  });

  it("answers open calls before it stops for a person", () => {
    const step = nextStep(
      log({ ...reply("tool_use"), calls: [call("a")], turn: turn({ stopRequestedBy: "Dana" }) }),
      LIMITS,
      NOW,
    );
    expect(step.kind).toBe("refuse_tools");
  });
});

describe("a turn found without a runner", () => {
  it("is resumed, counting attempts without progress, and given up after four", () => {
    expect(recovery(turn({ progress: 1 }), 1)).toEqual({ resume: true, stalls: 1 });
    expect(recovery(turn({ progress: 1, stalls: 2 }), 1)).toEqual({ resume: true, stalls: 3 });
    expect(recovery(turn({ progress: 1, stalls: 3 }), 1).resume).toBe(false);
  });

  it("starts counting anew after progress, but not for ever", () => {
    expect(recovery(turn({ progress: 1, stalls: 3 }), 2)).toEqual({ resume: true, stalls: 0 });
    expect(recovery(turn({ progress: 1, attempt: 40 }), 2).resume).toBe(false);
  });
});

it("every way to stop has a state people see", () => {
  expect(statusAfter("end_turn")).toBe("idle");
  expect(statusAfter("waiting_approval")).toBe("waiting_approval");
  expect(statusAfter("waiting_answer")).toBe("waiting_answer");
  expect(statusAfter("failed")).toBe("failed");
  expect(statusAfter("budget_spent")).toBe("stopped");
  expect(statusAfter("stopped_by_user")).toBe("stopped");
});
