import { describe, expect, it } from "vitest";
import {
  addMessage,
  applyFrame,
  EMPTY_CONVERSATION,
  forNewLine,
  prependMessages,
  withWholeMessages,
  type ConversationState,
} from "../../../frontend/src/agent/conversation-state.ts";
import type { Conversation } from "../../../src/agent/api/conversation.ts";
import type { Message } from "../../../src/agent/api/message.ts";
import type { ServerFrame } from "../../../src/agent/api/conversation-frames.ts";

const NOW = "2026-11-21T12:00:00.000Z";

const conversation: Conversation = {
  id: "c1",
  title: "Heater",
  source: "web_chat",
  status: "running",
  unread: false,
  lastMessageAt: NOW,
  preview: "",
  costUsd: 0,
};

function message(id: string, extra: Partial<Message> = {}): Message {
  return {
    id,
    role: "user",
    parts: [{ type: "text", text: id }],
    author: { kind: "user", id: "u1", name: "Dana" },
    createdAt: NOW,
    ...extra,
  };
}

function snapshot(
  messages: Message[],
  extra: Partial<Extract<ServerFrame, { type: "snapshot" }>> = {},
): ServerFrame {
  return { type: "snapshot", seq: 1, conversation, messages, hasMore: true, approvals: [], ...extra };
}

function play(
  frames: readonly ServerFrame[],
  from: ConversationState = EMPTY_CONVERSATION,
): ConversationState {
  return frames.reduce((state, frame) => applyFrame(state, frame, NOW), from);
}

const started: ServerFrame = { type: "turn.started", seq: 2, turnId: "t1", attempt: 1, messageId: "m9" };

function delta(seq: number, text: string, extra: object = {}): ServerFrame {
  return {
    type: "text.delta",
    seq,
    turnId: "t1",
    attempt: 1,
    messageId: "m9",
    text,
    ...extra,
  } as ServerFrame;
}

describe("what a page knows of a conversation", () => {
  it("joins streamed text and drops it once the whole message is there", () => {
    const streaming = play([snapshot([]), started, delta(3, "Hello "), delta(4, "there")]);
    expect(streaming.turn?.text).toBe("Hello there");
    const whole = message("m9", { role: "assistant", parts: [{ type: "text", text: "Hello there" }] });
    const after = play([{ type: "message.added", seq: 5, message: whole }], streaming);
    expect(after.turn?.text).toBe("");
    expect(after.messages.map((one) => one.id)).toEqual(["m9"]);
  });

  it("keeps a tool result that was read in full when the line brings it cut short again", () => {
    const results = (content: string, extra: object = {}): Message =>
      message("r", { parts: [{ type: "tool_result", tool_use_id: "c", content, ...extra }] });
    const cut = results("[1, 2", { clippedChars: 4 });
    const short = play([snapshot([message("u"), cut])]);
    expect(withWholeMessages(short, [message("other")])).toBe(short);
    const whole = withWholeMessages(short, [results("[1, 2, 3]")]);
    expect(whole.messages.map(({ id }) => id)).toEqual(["u", "r"]);
    const again = play(
      [snapshot([message("u"), cut]), { type: "message.added", seq: 2, message: cut }],
      whole,
    );
    expect(again.messages[1]?.parts).toEqual(results("[1, 2, 3]").parts);
  });

  it("never shows text of a message that is already in the thread", () => {
    const state = play([snapshot([message("m9")]), started, delta(3, "again")]);
    expect(state.turn?.text).toBe("");
  });

  it("throws away the text of a dead attempt, also what of it comes late", () => {
    const state = play([
      snapshot([]),
      started,
      delta(3, "half a sen"),
      { type: "turn.restarted", seq: 4, turnId: "t1", attempt: 2 },
      delta(5, "tence"),
      delta(6, "New", { attempt: 2, messageId: "m10" }),
    ]);
    expect(state.turn).toMatchObject({ attempt: 2, text: "New", messageId: "m10" });
  });

  it("asks for a snapshot when a number is missing, and applies what came", () => {
    const state = play([snapshot([]), { type: "message.added", seq: 3, message: message("m1") }]);
    expect(state.needsSnapshot).toBe(true);
    expect(state.messages).toHaveLength(1);
  });

  it("asks for a snapshot when the numbers restart on the same connection", () => {
    const state = play([snapshot([], { seq: 7 }), { type: "message.added", seq: 1, message: message("m1") }]);
    expect(state.needsSnapshot).toBe(true);
  });

  it("does not take an unnumbered pong for a gap", () => {
    const state = play([
      snapshot([]),
      { type: "pong", seq: 0 },
      { type: "message.added", seq: 2, message: message("m1") },
    ]);
    expect(state.needsSnapshot).toBe(false);
  });

  it("tells why the last turn ended also to who was not there", () => {
    const stopped = { reason: "failed", code: "turn_failed", message: "It failed." };
    const state = play([snapshot([], { conversation: { ...conversation, lastStop: stopped } })]);
    expect(state.lastTurn).toMatchObject({ kind: "failed", message: "It failed." });
    const limit = play([
      snapshot([], { conversation: { ...conversation, lastStop: { reason: "limit_cost" } } }),
    ]);
    expect(limit.lastTurn).toMatchObject({ kind: "finished", stopReason: "limit_cost" });
  });

  it("listens to nothing of a new line before its snapshot", () => {
    const before = play([snapshot([message("m1")])]);
    const state = play([{ type: "message.added", seq: 1, message: message("m2") }], forNewLine(before));
    expect(state.messages.map((one) => one.id)).toEqual(["m1"]);
  });

  it("keeps older messages that join the snapshot's window and drops those behind a hole", () => {
    const known = play([snapshot([message("m1"), message("m2")], { hasMore: false })]);
    const joined = play([snapshot([message("m2"), message("m3")])], known);
    expect(joined.messages.map((one) => one.id)).toEqual(["m1", "m2", "m3"]);
    expect(joined.hasMore).toBe(false);
    const apart = play([snapshot([message("m8"), message("m9")])], known);
    expect(apart.messages.map((one) => one.id)).toEqual(["m8", "m9"]);
    expect(apart.hasMore).toBe(true);
  });

  it("shows a message once however often it comes, and moves it to its turn when it leaves the queue", () => {
    const twice = addMessage(addMessage([], message("m1")), message("m1"));
    expect(twice).toHaveLength(1);
    const queued = [message("q1", { queued: true }), message("a1", { role: "assistant" })];
    expect(addMessage(queued, message("q1")).map((one) => one.id)).toEqual(["a1", "q1"]);
  });

  it("puts an older window in front without doubling", () => {
    const state = play([snapshot([message("m2"), message("m3")])]);
    const older = prependMessages(state, { items: [message("m1"), message("m2")], hasMore: false });
    expect(older.messages.map((one) => one.id)).toEqual(["m1", "m2", "m3"]);
    expect(older.hasMore).toBe(false);
  });

  it("keeps names and durations of tool steps after their turn, and says why the turn ended", () => {
    const state = play([
      snapshot([]),
      started,
      {
        type: "tool.started",
        seq: 3,
        turnId: "t1",
        toolCallId: "k",
        name: "search_contacts",
        summary: "Looking up Maria",
      },
      { type: "tool.finished", seq: 4, turnId: "t1", toolCallId: "k", status: "ok", durationMs: 40 },
      { type: "turn.finished", seq: 5, turnId: "t1", stopReason: "limit_cost" },
    ]);
    expect(state.turn).toBeNull();
    expect(state.steps["k"]).toMatchObject({ status: "ok", durationMs: 40 });
    expect(state.lastTurn).toMatchObject({ kind: "finished", stopReason: "limit_cost" });
    expect(state.needsSnapshot).toBe(false);
  });
});
