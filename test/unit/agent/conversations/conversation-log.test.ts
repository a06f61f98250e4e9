import { describe, expect, it } from "vitest";
import { migrate } from "../../../../src/agent/conversations/object-schema.ts";
import { messageView, snapshotEvent } from "../../../../src/agent/conversations/views.ts";
import { messageSchema, type OutcomePart } from "../../../../src/agent/api/message.ts";
import { RunLostError, type ToolAnswer } from "../../../../src/agent/runs/index.ts";
import { approvalOf } from "../../../support/approval-of.ts";
import { DANA, IDENTITY, Memory } from "./memory.ts";

const outcome = (approvalId: string, state: OutcomePart["state"] = "done"): OutcomePart => ({
  type: "outcome",
  approvalId,
  state,
  text: `${approvalId} ${state}`,
  receipts: [],
  decidedBy: null,
  reason: null,
  edits: [],
});
const USAGE = { inputTokens: 100, outputTokens: 20, cacheReadTokens: 0, cacheWriteTokens: 0 };
const STEP = {
  kind: "model",
  name: "m",
  status: "end_turn",
  at: "2026-11-21T15:00:00Z",
  durationMs: 1,
  detail: {},
} as const;

function started(memory: Memory) {
  const next = memory.log.next();
  if (next === null) throw new Error("no turn to run");
  return { ...next, writer: memory.writer(next.turn) };
}

describe("a message as pages are shown it", () => {
  it("says its tool calls in words, pushed and read again later alike, and keeps what is stored as it is", () => {
    const memory = new Memory();
    memory.say("Who is Maria?");
    const { writer } = started(memory);
    const call = { type: "tool_use", id: "c1", name: "search_contacts", input: { query: "Maria" } };
    writer.commitReply(
      {
        id: writer.nextReplyId(),
        parts: [{ type: "text", text: "Let me see." }, call],
        stop: "tool_use",
        usage: USAGE,
        costMicroUsd: 7,
        fallback: null,
      },
      STEP,
    );
    const pushed = memory.events.flatMap((event) =>
      event.type === "message.added" && event.message.role === "assistant" ? [event.message] : [],
    );
    const snapshot = snapshotEvent(memory.log, null);
    if (snapshot.type !== "snapshot") throw new Error("no snapshot");
    const [stored] = memory.log.messages.page(undefined, 10).items.slice(-1);
    if (stored === undefined) throw new Error("nothing is stored");
    for (const shown of [pushed[0], snapshot.messages.at(-1), messageView(stored, memory.log.viewCall)])
      expect(messageSchema.parse(shown)).toMatchObject({
        parts: [{ type: "text" }, call],
        calls: { c1: { done: "Looked up a contact", look: { things: "Contacts", asked: "Maria" } } },
      });
    expect(stored.parts).toEqual([{ type: "text", text: "Let me see." }, call]);
    expect(snapshot.messages[0]?.calls).toBeUndefined();
  });
});

describe("the conversation's log", () => {
  it("runs one turn at a time, in the order the messages came", () => {
    const memory = new Memory();
    const [first, second] = [memory.say("one"), memory.say("two")];
    expect(started(memory).turn.id).toBe(first);
    memory.log.end(first, { reason: "end_turn", error: null });
    expect(started(memory).turn.id).toBe(second);
    memory.log.end(second, { reason: "end_turn", error: null });
    expect(memory.log.next()).toBeNull();
  });

  it("puts a waiting message behind what was said while it waited", () => {
    const memory = new Memory();
    memory.say("one", "m-one");
    const { writer, turn } = started(memory);
    memory.say("two", "m-two");
    writer.commitReply(
      {
        id: writer.nextReplyId(),
        parts: [{ type: "text", text: "1" }],
        stop: "end_turn",
        usage: USAGE,
        costMicroUsd: 7,
        fallback: null,
      },
      STEP,
    );
    memory.log.end(turn.id, { reason: "end_turn", error: null });
    memory.log.next();
    expect(memory.log.messages.committedAfter(0).map(({ id }) => id)).toEqual([
      "m-one",
      `sw.${turn.id}.1`,
      "m-two",
    ]);
    expect(memory.log.store.get()).toMatchObject({ status: "running", costMicroUsd: 7 });
  });

  it("refuses to be another conversation", () => {
    const memory = new Memory();
    expect(() => memory.log.open({ ...IDENTITY, tenantId: "tenant_harbor" })).toThrow(
      "That conversation doesn’t exist",
    );
    expect(() => memory.log.open({ ...IDENTITY, conversationId: "other" })).toThrow(
      "That conversation doesn’t exist",
    );
  });

  it("takes its title from the first words, cut at a word, and keeps one a person gave", () => {
    const memory = new Memory();
    memory.say("Please text Maria Lopez in 4B that the plumber comes tomorrow at three in the afternoon");
    const { title } = memory.log.store.get();
    expect(title).toBe("Please text Maria Lopez in 4B that the plumber comes…");
    memory.log.update({ title: "Maria's plumber" });
    memory.say("And another thing");
    expect(memory.log.store.get().title).toBe("Maria's plumber");
  });

  it("lets a runner whose turn was taken up again write nothing", () => {
    const memory = new Memory();
    memory.say("one");
    const dead = started(memory);
    const alive = started(memory);
    expect(alive).toMatchObject({ resumed: true, turn: { attempt: 2 } });
    const reply = {
      id: "sw.x",
      parts: [],
      stop: "end_turn",
      usage: USAGE,
      costMicroUsd: 0,
      fallback: null,
    } as const;
    expect(() => dead.writer.commitReply(reply, STEP)).toThrow(RunLostError);
    expect(memory.log.messages.committedAfter(0)).toHaveLength(1);
    alive.writer.commitReply({ ...reply, parts: [{ type: "text", text: "ok" }] }, STEP);
    expect(memory.log.messages.committedAfter(0)).toHaveLength(2);
  });

  it("charges a call that died with its attempt at its reserve", () => {
    const memory = new Memory();
    memory.say("one");
    started(memory).writer.reserve("m", 12_345);
    const again = started(memory);
    expect(again.writer.state()).toMatchObject({ costMicroUsd: 12_345 });
    expect(memory.log.turns.running()?.openReserveMicroUsd).toBe(0);
    expect(memory.log.store.get().costMicroUsd).toBe(12_345);
  });

  it("answers a call once: the first answer stands", () => {
    const memory = new Memory();
    memory.say("one");
    const { writer } = started(memory);
    const parts = [{ type: "tool_use", id: "toolu_a", name: "search_contacts", input: { query: "x" } }];
    writer.commitReply(
      { id: writer.nextReplyId(), parts, stop: "tool_use", usage: USAGE, costMicroUsd: 0, fallback: null },
      STEP,
    );
    const [row] = writer.log().calls;
    const answer = (content: string): ToolAnswer => ({
      status: "ok",
      content,
      isError: false,
      durationMs: 1,
      approvals: [],
      question: null,
      hooks: [],
    });
    expect(writer.answerCall(row!, answer("first"))).toBe(true);
    expect(writer.answerCall(row!, answer("second"))).toBe(false);
    expect(writer.log().calls[0]?.answer?.content).toBe("first");
    expect(writer.state().toolCalls).toBe(1);
  });

  it("closes the calls of a turn that is given up, so that the history stays valid", () => {
    const memory = new Memory();
    memory.say("one");
    const { writer, turn } = started(memory);
    const parts = [{ type: "tool_use", id: "toolu_a", name: "send_message", input: {} }];
    writer.commitReply(
      { id: writer.nextReplyId(), parts, stop: "tool_use", usage: USAGE, costMicroUsd: 0, fallback: null },
      STEP,
    );
    memory.log.end(turn.id, { reason: "failed", error: { code: "internal", message: "x" } });
    const last = memory.log.messages.lastCommitted();
    expect(last?.kind).toBe("results");
    expect(last?.parts).toMatchObject([{ type: "tool_result", tool_use_id: "toolu_a", is_error: true }]);
  });

  it("waits for siblings of an outcome only so long", () => {
    const memory = new Memory();
    memory.outcome({ part: outcome("a"), siblingsInFlight: 2 });
    expect(memory.log.next()).toBeNull();
    memory.clock.time += 31_000;
    expect(memory.log.next()?.turn.kind).toBe("outcome");
  });

  it("tells a person's turn of outcomes that waited, and asks the model of them only once", () => {
    const memory = new Memory();
    memory.outcome({ part: outcome("a"), siblingsInFlight: 1 });
    const runId = memory.say("what happened?");
    expect(memory.log.next()?.turn.id).toBe(runId);
    memory.log.end(runId, { reason: "end_turn", error: null });
    memory.clock.time += 60_000;
    expect(memory.log.next()).toBeNull();
    expect(memory.log.messages.committedAfter(0).map(({ kind }) => kind)).toEqual(["outcome", "inbound"]);
  });

  it("counts what arrives as unread only where no one looks", () => {
    const memory = new Memory();
    memory.accept({ messageId: "c1", author: { kind: "contact", name: "Maria" }, text: "hi" });
    expect(memory.log.store.get().unread).toBe(true);
    memory.log.update({ unread: false });
    memory.watched = true;
    memory.outcome({ part: outcome("a"), siblingsInFlight: 0 });
    expect(memory.log.store.get().unread).toBe(false);
  });

  it("no longer waits for an approval whose outcome came, though no page ever showed its end", () => {
    const memory = new Memory();
    const open = () => memory.log.store.openApprovals().map(({ id }) => id);
    for (const id of ["sent", "replaced", "unclear"]) memory.log.showApproval(approvalOf({ id }));
    memory.outcome({ part: outcome("sent"), siblingsInFlight: 0 });
    memory.outcome({ part: outcome("replaced", "withdrawn"), siblingsInFlight: 0 });
    memory.outcome({ part: outcome("unclear", "needs_human"), siblingsInFlight: 0 });
    expect(open()).toEqual(["unclear"]);
  });

  it("is not made unread by what was taken back, nor by a receipt and the words that close it, but by what went wrong", () => {
    const memory = new Memory();
    memory.outcome({ part: outcome("a", "withdrawn"), siblingsInFlight: 0 });
    memory.outcome({ part: outcome("b"), siblingsInFlight: 0 });
    const turn = memory.log.next()?.turn;
    memory.log.end(turn?.id ?? "", { reason: "end_turn", error: null });
    expect(turn?.kind).toBe("outcome");
    expect(memory.log.store.get().unread).toBe(false);
    memory.outcome({ part: outcome("c", "failed"), siblingsInFlight: 0 });
    expect(memory.log.store.get().unread).toBe(true);
  });

  it("brings a message of a deleted conversation back into the list", () => {
    const memory = new Memory();
    memory.say("one");
    memory.log.update({ deleted: true });
    expect(memory.log.store.get().deletedAt).not.toBeNull();
    memory.accept({ messageId: "again", author: DANA, text: "two" });
    expect(memory.log.store.get().deletedAt).toBeNull();
  });

  it("pages backwards through the history without a gap", () => {
    const memory = new Memory();
    for (let count = 0; count < 7; count++) {
      const runId = memory.say(`message ${count}`, `m${count}`);
      memory.log.next();
      memory.log.end(runId, { reason: "end_turn", error: null });
    }
    const newest = memory.log.messages.page(undefined, 3);
    expect(newest.items.map(({ id }) => id)).toEqual(["m4", "m5", "m6"]);
    expect(newest.hasMore).toBe(true);
    const older = memory.log.messages.page("m4", 10);
    expect(older.items.map(({ id }) => id)).toEqual(["m0", "m1", "m2", "m3"]);
    expect(older.hasMore).toBe(false);
  });

  it("migrates once, however often it starts", () => {
    const memory = new Memory();
    memory.say("one");
    migrate(memory.sql);
    expect(memory.log.messages.queued()).toHaveLength(1);
  });
});
