import { describe, expect, it } from "vitest";
import { statusAfter } from "../../../../src/agent/conversations/state.ts";
import {
  endTurn,
  putBack,
  recovery,
  restarted,
  started,
} from "../../../../src/agent/conversations/turn-state.ts";
import type { QueuedTurn, RunningTurn } from "../../../../src/agent/conversations/types.ts";
import {
  nextStep,
  NO_FIGURES,
  type CallRow,
  type MessageKind,
  type ModelStop,
  type RunLimits,
  type RunLog,
  type RunState,
} from "../../../../src/agent/runs/index.ts";

const NOW = Date.parse("2026-11-21T15:05:00Z");
const LIMITS: RunLimits = { modelCalls: 25, toolCalls: 60, workMs: 600_000, costMicroUsd: 2_000_000 };

function run(change: Partial<RunState> = {}): RunState {
  return {
    ...NO_FIGURES,
    id: "t1",
    startedAt: "2026-11-21T15:00:00Z",
    attempt: 1,
    stopRequestedBy: null,
    modelCalls: 1,
    ...change,
  };
}

const message = (kind: MessageKind, stop: ModelStop | null = null) => ({ kind, stop });

const isAskedFor = ({ call: { name }, answer }: CallRow): boolean =>
  name === "delegate" ||
  (answer?.status !== "awaiting_approval" && (answer?.isError === true || name.startsWith("search_")));
const next = (input: RunLog, endsOnWords = true) =>
  nextStep(input, { limits: LIMITS, nowMs: NOW, isAskedFor, endsOnWords });

function call(
  id: string,
  status?: NonNullable<CallRow["answer"]>["status"],
  name = "search_contacts",
): CallRow {
  const isError = status === "retry" || status === "failed";
  return {
    replyId: "r1",
    position: 0,
    call: { id, name, input: {} },
    startedAt: null,
    answer: status === undefined ? null : { status, content: "{}", isError, durationMs: 1 },
  };
}

const log = (change: Partial<RunLog>): RunLog => ({
  run: run(),
  last: message("inbound"),
  calls: [],
  reply: null,
  waitsFor: null,
  repairs: 0,
  delegatedMicroUsd: 0,
  ...change,
});
const reply = (stop: ModelStop) => ({ last: message("reply", stop), reply: { stop, parts: [] } });
const replied = (stop: ModelStop, words?: string) => ({
  reply: { stop, parts: words === undefined ? [] : [{ type: "text" as const, text: words }] },
});

describe("the next step of a run", () => {
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
      log({ last: message("results"), calls: [call("a", "ok")], ...replied("tool_use") }),
      { kind: "call_model" },
    ],
    [
      "a failed call goes back to the model",
      log({ last: message("results"), calls: [call("a", "failed")], ...replied("tool_use") }),
      { kind: "call_model" },
    ],
    [
      "words beside what was only done end the turn",
      log({
        last: message("results"),
        calls: [call("a", "ok", "append_file")],
        ...replied("tool_use", "Noted in keys.md."),
      }),
      { kind: "finish", reason: "end_turn" },
    ],
    [
      "words that lead up to more go back to the model",
      log({
        last: message("results"),
        calls: [call("a", "ok", "append_file")],
        ...replied("tool_use", "I'll check the calendar next."),
      }),
      { kind: "call_model" },
    ],
    [
      "words that end in a colon go back to the model",
      log({
        last: message("results"),
        calls: [call("a", "ok", "append_file")],
        ...replied("tool_use", "Noted. Now the text to Maria:"),
      }),
      { kind: "call_model" },
    ],
    [
      "what was only done without a word goes back to the model",
      log({
        last: message("results"),
        calls: [call("a", "ok", "append_file")],
        ...replied("tool_use", " "),
      }),
      { kind: "call_model" },
    ],
    [
      "a failure beside words goes back to the model",
      log({
        last: message("results"),
        calls: [call("a", "ok", "append_file"), call("b", "failed", "notify_team")],
        ...replied("tool_use", "Noted, and Tom is told."),
      }),
      { kind: "call_model" },
    ],
    [
      "a look-up beside words goes back to the model",
      log({
        last: message("results"),
        calls: [call("a", "ok", "append_file"), call("b", "ok")],
        ...replied("tool_use", "Noted; I look Tom up."),
      }),
      { kind: "call_model" },
    ],
    [
      "an approval stops",
      log({
        last: message("results"),
        calls: [call("b", "awaiting_approval", "send_message")],
        ...replied("tool_use"),
      }),
      { kind: "finish", reason: "waiting_approval" },
    ],
    [
      "what was only done beside an approval needs no reading",
      log({
        last: message("results"),
        calls: [call("a", "ok", "append_file"), call("b", "awaiting_approval", "send_message")],
        ...replied("tool_use"),
      }),
      { kind: "finish", reason: "waiting_approval" },
    ],
    [
      "what was looked up beside an approval is read",
      log({
        last: message("results"),
        calls: [call("a", "ok"), call("b", "awaiting_approval", "send_message")],
        waitsFor: "waiting_approval",
        ...replied("tool_use"),
      }),
      { kind: "call_model" },
    ],
    [
      "what failed beside an approval is read",
      log({
        last: message("results"),
        calls: [call("a", "failed", "append_file"), call("b", "awaiting_approval", "send_message")],
        waitsFor: "waiting_approval",
        ...replied("tool_use"),
      }),
      { kind: "call_model" },
    ],
    [
      "what a delegate says beside its proposals is read",
      log({
        last: message("results"),
        calls: [call("a", "awaiting_approval", "delegate")],
        waitsFor: "waiting_approval",
        ...replied("tool_use"),
      }),
      { kind: "call_model" },
    ],
    [
      "beside an approval nothing is read past a limit",
      log({
        run: run({ modelCalls: 25 }),
        last: message("results"),
        calls: [call("a", "ok"), call("b", "awaiting_approval", "send_message")],
        waitsFor: "waiting_approval",
        ...replied("tool_use"),
      }),
      { kind: "finish", reason: "waiting_approval" },
    ],
    [
      "beside an approval nothing is read once a person has stopped the run",
      log({
        run: run({ stopRequestedBy: "Dana" }),
        last: message("results"),
        calls: [call("a", "ok"), call("b", "awaiting_approval", "send_message")],
        waitsFor: "waiting_approval",
        ...replied("tool_use"),
      }),
      { kind: "finish", reason: "waiting_approval" },
    ],
    [
      "an answer beside a proposal that waits ends as waiting",
      log({ ...reply("end_turn"), waitsFor: "waiting_approval" }),
      { kind: "finish", reason: "waiting_approval" },
    ],
    [
      "a question stops",
      log({ last: message("results"), calls: [call("a", "asked")], ...replied("tool_use") }),
      { kind: "finish", reason: "waiting_answer" },
    ],
    [
      "beside a question, what failed is read first",
      log({
        last: message("results"),
        calls: [call("a", "failed", "send_message"), call("b", "asked", "ask_user")],
        ...replied("tool_use"),
      }),
      { kind: "call_model" },
    ],
    [
      "a question behind an earlier proposal ends as waiting for approval",
      log({
        last: message("results"),
        calls: [call("b", "asked", "ask_user")],
        waitsFor: "waiting_approval",
        ...replied("tool_use"),
      }),
      { kind: "finish", reason: "waiting_approval" },
    ],
    [
      "an answer behind a question ends as waiting for it",
      log({ ...reply("end_turn"), waitsFor: "waiting_answer" }),
      { kind: "finish", reason: "waiting_answer" },
    ],
    [
      "an approval outranks a question",
      log({
        last: message("results"),
        calls: [call("a", "asked"), call("b", "awaiting_approval"), call("c", "ok")],
        ...replied("tool_use"),
      }),
      { kind: "finish", reason: "waiting_approval" },
    ],
    [
      "results of a broken-off reply end",
      log({ last: message("results"), calls: [call("a", "failed")], ...replied("max_tokens") }),
      { kind: "finish", reason: "max_tokens" },
    ],
  ] as const)("%s", (_, input, expected) => {
    expect(next(input)).toEqual(expected);
  });

  it("runs only the calls that have no answer yet", () => {
    const open = call("b");
    const step = next(log({ ...reply("tool_use"), calls: [call("a", "ok"), open] }));
    expect(step).toEqual({ kind: "run_tools", calls: [open] });
  });

  it("commits the results once every call is answered", () => {
    const calls = [call("a", "ok"), call("b", "denied")];
    expect(next(log({ ...reply("tool_use"), calls }))).toEqual({
      kind: "commit_results",
      calls,
    });
  });

  it("does not run calls of a reply that broke off", () => {
    expect(next(log({ ...reply("max_tokens"), calls: [call("a")] })).kind).toBe("refuse_tools");
  });

  it("runs no more calls than the turn may still make", () => {
    const calls = [call("a"), call("b"), call("c")];
    const step = next(log({ ...reply("tool_use"), calls, run: run({ toolCalls: 58 }) }));
    expect(step.kind === "run_tools" && step.calls.length).toBe(2);
    const refused = next(log({ ...reply("tool_use"), calls, run: run({ toolCalls: 60 }) }));
    expect(refused.kind).toBe("refuse_tools");
  });

  it.each([
    ["limit_model_calls", { modelCalls: 25 }],
    ["limit_tool_calls", { toolCalls: 60 }],
    ["limit_time", { startedAt: "2026-11-21T14:55:00Z" }],
    ["limit_cost", { costMicroUsd: 2_000_000 }],
    ["stopped_by_user", { stopRequestedBy: "Dana" }],
  ] as const)("stops at %s before the next model call", (reason, change) => {
    expect(next(log({ run: run(change) }))).toEqual({ kind: "finish", reason });
  });

  it("answers open calls before it stops for a person", () => {
    const step = next(
      log({ ...reply("tool_use"), calls: [call("a")], run: run({ stopRequestedBy: "Dana" }) }),
    );
    expect(step.kind).toBe("refuse_tools");
  });
});

it("counts what its sub-runs cost against its own limit", () => {
  const spent = log({ run: run({ costMicroUsd: 1_500_000 }), delegatedMicroUsd: 500_000 });
  expect(next(spent)).toEqual({ kind: "finish", reason: "limit_cost" });
});

const QUEUED: QueuedTurn = {
  id: "t1",
  kind: "message",
  status: "queued",
  speaker: { kind: "contact", name: "Maria" },
  attempt: 0,
  stalls: 0,
  progress: 0,
  stopRequestedBy: null,
  unreadSinceMs: null,
  queuedAt: "2026-11-21T15:00:00Z",
  figures: NO_FIGURES,
  notBefore: 0,
  putOff: null,
};
const running = (change: Partial<RunningTurn> = {}): RunningTurn => ({
  ...started(QUEUED, 1, NOW),
  ...change,
});

describe("a turn", () => {
  it("counts its attempts, and what of it was committed when each began", () => {
    expect(started(QUEUED, 3, NOW)).toMatchObject({ status: "running", attempt: 1, progress: 3 });
    expect(restarted(running(), 5, 2)).toMatchObject({
      status: "running",
      attempt: 2,
      progress: 5,
      stalls: 2,
    });
    expect(endTurn(running(), { reason: "end_turn", error: null }, NOW + 1)).toMatchObject({
      status: "ended",
      startedAt: "2026-11-21T15:05:00.000Z",
      finishedAt: "2026-11-21T15:05:00.001Z",
    });
  });

  it("waits twice as long each time it could not be worked on, up to a quarter of an hour", () => {
    const end = { reason: "budget_spent", error: null } as const;
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map(
      (attempt) => putBack(running({ attempt }), end, NOW).notBefore - NOW,
    );
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 900, 900].map((seconds) => seconds * 1_000));
    expect(putBack(running(), end, NOW).putOff).toMatchObject({ end, startedAt: "2026-11-21T15:05:00.000Z" });
  });
});

describe("a turn found without a runner", () => {
  it("is resumed, counting attempts without progress, and given up after four", () => {
    expect(recovery(running(), 1)).toEqual({ resume: true, stalls: 1 });
    expect(recovery(running({ stalls: 2 }), 1)).toEqual({ resume: true, stalls: 3 });
    expect(recovery(running({ stalls: 3 }), 1).resume).toBe(false);
  });

  it("starts counting again after progress, but not for ever", () => {
    expect(recovery(running({ stalls: 3 }), 2)).toEqual({ resume: true, stalls: 0 });
    expect(recovery(running({ attempt: 40 }), 2).resume).toBe(false);
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
