import { describe, expect, it } from "vitest";
import {
  isNoAction,
  isPutOff,
  noticeOf,
  putOff,
  runNote,
} from "../../../../src/agent/conversations/background-run.ts";
import { gatherUntil, receiveTexts } from "../../../../src/agent/conversations/contact-text.ts";
import { project } from "../../../../src/agent/conversations/project.ts";
import { conversationView } from "../../../../src/agent/conversations/state.ts";
import { talkOf } from "../../../../src/agent/conversations/talk-source.ts";
import { noticeUnread, unreadDueAt } from "../../../../src/agent/conversations/unread.ts";
import { dbFor, events } from "../../../../src/platform/db/index.ts";
import type { ConversationIdentity } from "../../../../src/agent/api/objects.ts";
import type { RunEnd } from "../../../../src/agent/runs/index.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { DANA, IDENTITY, Memory } from "./memory.ts";

const MARIA = { kind: "contact", id: "contact_1", name: "Maria Lopez" } as const;
const SMS: ConversationIdentity = {
  ...IDENTITY,
  title: "Maria Lopez",
  contact: { id: "contact_1", name: "Maria Lopez", phone: "+14125550142" },
};
const USAGE = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
const STEP = {
  kind: "model",
  name: "m",
  status: "end_turn",
  at: "2026-11-21T15:00:00Z",
  durationMs: 1,
  detail: {},
} as const;
const DONE: RunEnd = { reason: "end_turn", error: null };
const BROKE: RunEnd = { reason: "budget_spent", error: null };
const LATE: RunEnd = { reason: "limit_time", error: null };
const BROKEN_OFF: RunEnd = {
  reason: "failed",
  error: { code: "internal", message: "Something went wrong on our side; the turn was stopped." },
};
const GATHER = { gatherMs: 20_000, gatherMaxMs: 120_000 };

let ids = 0;
/** A text of Maria's arrives. */
function text(memory: Memory, words: string, change: { id?: string; sentAt?: string } = {}) {
  const newId = (): string => `turn-${++ids}`;
  const sentAt = change.sentAt ?? new Date(memory.clock.time).toISOString();
  const one = { messageId: change.id ?? `text.${++ids}`, author: MARIA, text: words, sentAt, ...GATHER };
  const [accepted] = receiveTexts(memory.log, { clock: memory.clock, ids: { newId } }, SMS, [one]);
  return accepted!;
}

/** Lets the due turn run: it answers so and ends so. */
function run(memory: Memory, says: string | null, end: RunEnd = DONE): string {
  const next = memory.log.next();
  if (next === null) throw new Error("no turn to run");
  const writer = memory.writer(next.turn);
  if (says !== null) {
    const parts = [{ type: "text", text: says }];
    writer.commitReply(
      { id: writer.nextReplyId(), parts, stop: "end_turn", usage: USAGE, costMicroUsd: 0, fallback: null },
      STEP,
    );
  }
  if (isPutOff(next.turn, end))
    putOff({ log: memory.log, clock: memory.clock, emit: () => {} }, next.turn.id, end);
  else memory.log.end(next.turn.id, end);
  return next.turn.id;
}

const notices = (memory: Memory) =>
  memory.log.store
    .outbox()
    .filter(({ kind }) => kind === "notice")
    .flatMap((entry) => noticeOf(memory.log, entry) ?? []);
const kinds = (memory: Memory): string[] => notices(memory).map(({ kind }) => kind);

describe("texts of a contact", () => {
  it("that come close together are taken in one run, in the order they were written", () => {
    const memory = new Memory();
    const first = text(memory, "two", { sentAt: "2026-11-21T15:00:02.000Z" });
    memory.clock.time += 15_000;
    expect(text(memory, "one", { sentAt: "2026-11-21T15:00:01.000Z" }).turnId).toBe(first.turnId);
    memory.clock.time += 15_000;
    expect(memory.log.next()).toBeNull();
    memory.clock.time += 5_000;
    expect(memory.log.next()?.turn.id).toBe(first.turnId);
    const said = memory.log.messages
      .committedAfter(0)
      .map(({ parts }) => (parts[0] as { text?: string }).text);
    expect(said).toEqual(["one", "two"]);
  });

  it("that come together are one run, all of them or none, and one that is known changes nothing", () => {
    const memory = new Memory();
    const deps = { clock: memory.clock, ids: { newId: () => `turn-${++ids}` } };
    const [first, ...others] = ["No heat", "since last night", "unit 4B"].map((words, place) => ({
      messageId: `text.${place}`,
      author: MARIA,
      text: words,
      sentAt: `2026-11-21T15:00:0${place}.000Z`,
      ...GATHER,
    }));
    const insert = memory.log.messages.insert.bind(memory.log.messages);
    let inserted = 0;
    memory.log.messages.insert = (message) => {
      if (++inserted === 2) throw new Error("killed");
      return insert(message);
    };
    expect(() => receiveTexts(memory.log, deps, SMS, [first!, ...others])).toThrow("killed");
    expect([memory.log.messages.queued(), memory.log.turns.queued()]).toEqual([[], []]);
    const [alone] = receiveTexts(memory.log, deps, SMS, [first!]);
    expect(receiveTexts(memory.log, deps, SMS, [first!, ...others])).toEqual([
      { ...alone, duplicate: true },
      alone,
      alone,
    ]);
    expect(memory.log.messages.queued().map(({ id, runId }) => [id, runId])).toEqual(
      ["text.0", "text.1", "text.2"].map((id) => [id, alone!.turnId]),
    );
    expect(memory.log.store.get().preview).toBe("unit 4B");
  });

  it("of somebody else who answers here are a run of their own, and change nothing of whose conversation it is", () => {
    const memory = new Memory();
    text(memory, "No heat");
    const newId = (): string => `turn-${++ids}`;
    const from = { tenantId: SMS.tenantId, conversationId: SMS.conversationId, source: SMS.source };
    const tom = {
      messageId: "text.tom",
      author: { kind: "contact", name: "Tom Okafor" },
      text: "I can be there at 4",
      sentAt: new Date(memory.clock.time).toISOString(),
      ...GATHER,
    } as const;
    receiveTexts(memory.log, { clock: memory.clock, ids: { newId } }, from, [tom]);
    text(memory, "Still no heat");
    expect(memory.log.turns.queued().map(({ speaker }) => speaker.name)).toEqual([
      "Maria Lopez",
      "Tom Okafor",
    ]);
    expect(memory.log.store.get().identity.contact?.name).toBe("Maria Lopez");
  });

  it("are never held back longer than the longest wait after the first", () => {
    const memory = new Memory();
    for (let count = 0; count < 13; count++) {
      text(memory, "more");
      memory.clock.time += 10_000;
    }
    expect(memory.log.next()).not.toBeNull();
  });

  it("that come again change nothing", () => {
    const memory = new Memory();
    const first = text(memory, "hello", { id: "text.AC1" });
    expect(text(memory, "hello", { id: "text.AC1" })).toEqual({ ...first, duplicate: true });
    expect(memory.log.messages.queued()).toHaveLength(1);
  });

  it("wait behind the turn under way, and do not hold up a colleague", () => {
    const memory = new Memory();
    text(memory, "hello");
    memory.say("What did she write?");
    expect(memory.log.next()?.turn.speaker).toEqual(DANA);
  });

  it("take a stale draft up in their own run", () => {
    const memory = new Memory();
    const { turnId } = text(memory, "It is fixed, forget it");
    memory.outcome({
      part: {
        type: "outcome",
        approvalId: "a1",
        state: "stale",
        text: "stale",
        receipts: [],
        decidedBy: null,
        reason: null,
        edits: [],
      },
      siblingsInFlight: 0,
    });
    expect(memory.log.turns.queued().map(({ id }) => id)).toEqual([turnId]);
    expect(memory.log.next()).toBeNull();
  });

  it("leave the list's unread mark alone until somebody is needed, and carry the contact's name", () => {
    const memory = new Memory();
    text(memory, "hello");
    expect(memory.log.store.get()).toMatchObject({
      unread: false,
      title: "Maria Lopez",
      preview: "hello",
    });
  });
});

describe("gathering", () => {
  it.each([
    ["waits after the newest", { firstAtMs: 0, nowMs: 0 }, 20_000, false],
    ["is put off by news", { firstAtMs: 0, nowMs: 15_000 }, 35_000, false],
    ["ends at the longest wait", { firstAtMs: 0, nowMs: 110_000 }, 120_000, false],
    [
      "bears five runs in ten minutes",
      { firstAtMs: 600_000, nowMs: 600_000, startsMs: [1, 2, 3, 4, 5].map((n) => n * 60_000) },
      620_000,
      false,
    ],
    [
      "cools down after six",
      { firstAtMs: 600_000, nowMs: 600_000, startsMs: [1, 2, 3, 4, 5, 6].map((n) => n * 60_000) },
      660_000,
      true,
    ],
    [
      "forgets older runs",
      { firstAtMs: 900_000, nowMs: 900_000, startsMs: [1, 2, 3, 4, 5, 6].map((n) => n * 60_000) },
      920_000,
      false,
    ],
  ])("%s", (_name, input, atMs, noisy) => {
    expect(gatherUntil({ startsMs: [], ...GATHER, ...input })).toEqual({ atMs, noisy });
  });

  it("of a noisy contact says so in the conversation and to the team, once, and drops nothing", () => {
    const memory = new Memory();
    for (let count = 0; count < 6; count++) {
      text(memory, "I am out of the office");
      memory.clock.time += 20_000;
      run(memory, "[NO_ACTION_NEEDED] Automatic.");
    }
    const { turnId } = text(memory, "I am out of the office");
    text(memory, "I am out of the office");
    memory.clock.time += 60_000;
    noticeUnread(memory.log, memory.clock.time);
    expect(memory.log.next()).toBeNull();
    expect(kinds(memory).filter((kind) => kind === "noisy")).toEqual(["noisy"]);
    expect(kinds(memory)).not.toContain("unread");
    const waiting = memory.log.messages.queued().filter((message) => message.runId === turnId);
    expect(waiting.map(({ author }) => author.kind)).toEqual(["contact", "system", "contact"]);
    expect(conversationView(memory.log.store.get())).toMatchObject({ status: "idle", heldBack: true });
    memory.clock.time += 600_000;
    expect(memory.log.next()?.turn.id).toBe(turnId);
    const taken = conversationView(memory.log.store.get());
    expect(taken.status).toBe("running");
    expect(taken.heldBack).toBeUndefined();
  });
});

describe("a run of texts", () => {
  it("with nothing to do is silent and keeps its reason", () => {
    const memory = new Memory();
    text(memory, "Thanks!");
    memory.clock.time += 20_000;
    const turnId = run(memory, "[NO_ACTION_NEEDED] They only said thanks.");
    expect(kinds(memory)).toEqual(["read"]);
    expect(memory.log.store.get()).toMatchObject({ unread: false, preview: "Thanks!" });
    expect(runNote(memory.log.messages, memory.log.turns.find(turnId)!)).toEqual({
      disposition: "no_action",
      preview: "Thanks!",
      outcome: "They only said thanks.",
    });
  });

  it("with nothing to do says so to the inbox, which then waits for no one; one that came to something does not", async () => {
    const said = async (reply: string) => {
      const memory = new Memory();
      memory.log.store.setIdentity({ ...SMS, source: "sms" });
      text(memory, "Thanks!");
      memory.clock.time += 20_000;
      run(memory, reply);
      const db = dbFor(nodeD1(), IDENTITY.tenantId);
      await project(db, memory.log);
      const { runId } = memory.log.messages.committedAfter(0)[0]!;
      return {
        facts: (await db.rows(events)).map(({ type, payload }) => ({ type, number: payload["number"] })),
        talk: talkOf(memory.log.messages.saidIn(runId)),
      };
    };
    // It said nothing to anyone that could be found.
    expect(await said("[NO_ACTION_NEEDED] They only said thanks.")).toEqual({
      facts: [{ type: "threads.texts.read", number: "+14125550142" }],
      talk: "",
    });
    expect(await said("They asked for something.")).toEqual({
      facts: [{ type: "conversations.run.ended", number: undefined }],
      talk: "Steward: They asked for something.",
    });
  });

  it("that came to something is told once", () => {
    const memory = new Memory();
    text(memory, "When is the rent due?");
    memory.clock.time += 20_000;
    run(memory, "She asks about the rent.");
    expect(kinds(memory)).toEqual(["attention", "read"]);
    expect(memory.log.store.get().unread).toBe(true);
  });

  it("that waits for an approval is not rung for: the approval rings", () => {
    const memory = new Memory();
    text(memory, "No heat");
    memory.clock.time += 20_000;
    run(memory, "Here is a draft.", { reason: "waiting_approval", error: null });
    expect(kinds(memory)).toEqual(["read"]);
  });

  it("is not silenced by a contact who quotes the mark", () => {
    expect(isNoAction("Maria wrote: [NO_ACTION_NEEDED]")).toBe(false);
    expect(isNoAction(" [NO_ACTION_NEEDED]")).toBe(true);
  });
});

describe("NOBODY-ALONE: a text no agent has read", () => {
  it("is told after three quarters of a minute, once", () => {
    const memory = new Memory();
    text(memory, "Hello?");
    expect(unreadDueAt(memory.log, memory.clock.time)).toBe(memory.clock.time + 45_000);
    memory.clock.time += 44_999;
    noticeUnread(memory.log, memory.clock.time);
    expect(kinds(memory)).toEqual([]);
    memory.clock.time += 1;
    noticeUnread(memory.log, memory.clock.time);
    noticeUnread(memory.log, memory.clock.time);
    expect(notices(memory)).toMatchObject([{ kind: "unread", name: "Maria Lopez", words: "Hello?" }]);
    expect(memory.log.store.get().unread).toBe(true);
    expect(unreadDueAt(memory.log, memory.clock.time)).toBeNull();
  });

  it("is told within half a minute where the model shows no sign of life, and later where it has begun to answer", () => {
    const memory = new Memory();
    const { turnId } = text(memory, "Hello?");
    memory.clock.time += 20_000;
    memory.log.next();
    expect(unreadDueAt(memory.log, memory.clock.time)).toBe(memory.clock.time + 6_000);
    memory.clock.time += 6_000;
    noticeUnread(memory.log, memory.clock.time, turnId);
    expect(kinds(memory)).toEqual([]);
    expect(unreadDueAt(memory.log, memory.clock.time)).toBe(memory.clock.time + 20_000);
    // Slow is not dead: minutes of thought ring no one, words that wait behind it neither.
    memory.clock.time += 4 * 60_000;
    noticeUnread(memory.log, memory.clock.time, turnId);
    expect(kinds(memory)).toEqual([]);
    noticeUnread(memory.log, memory.clock.time);
    noticeUnread(memory.log, memory.clock.time);
    expect(kinds(memory)).toEqual(["unread"]);
  });

  it("is told at once where the agent cannot run, stays in line, and is taken up again", () => {
    const memory = new Memory();
    const { turnId } = text(memory, "Hello?");
    memory.clock.time += 20_000;
    run(memory, null, BROKE);
    expect(kinds(memory)).toEqual(["unread"]);
    expect(memory.log.store.get().status).toBe("stopped");
    expect(memory.log.next()).toBeNull();
    memory.clock.time += 15_000;
    expect(run(memory, "She only says hello.")).toBe(turnId);
    expect(memory.log.turns.find(turnId)).toMatchObject({
      status: "ended",
      end: { reason: "end_turn" },
      attempt: 2,
    });
  });

  it("whose run broke off is taken up again by itself, each time later, and is given up at last", () => {
    const memory = new Memory();
    const { turnId } = text(memory, "Hello?");
    const waits: number[] = [];
    for (let left = 12; left > 0; left--) {
      const { notBefore } = memory.log.turns.queued()[0] ?? expect.unreachable("no turn");
      waits.push(notBefore - memory.clock.time);
      memory.clock.time = notBefore;
      run(memory, null, BROKEN_OFF);
    }
    expect(waits.slice(1, 4)).toEqual([15_000, 30_000, 60_000]);
    expect(memory.log.turns.find(turnId)).toMatchObject({ status: "ended", end: BROKEN_OFF });
  });

  it("whose run used up its time, as it does where the model hangs, is taken up again twice", () => {
    const memory = new Memory();
    const { turnId } = text(memory, "Hello?");
    for (let left = 3; left > 0; left--) {
      memory.clock.time = memory.log.turns.queued()[0]?.notBefore ?? expect.unreachable("no turn");
      run(memory, null, LATE);
    }
    expect(memory.log.turns.find(turnId)).toMatchObject({ status: "ended", end: LATE, attempt: 3 });
  });

  it("whose runner died too often without getting anywhere is taken up again by itself", () => {
    const memory = new Memory();
    const { turnId } = text(memory, "Hello?");
    memory.clock.time += 20_000;
    const ends: RunEnd[] = [];
    for (let died = 0; died < 5; died++)
      memory.log.next((_, end) => {
        ends.push(end);
        putOff({ log: memory.log, clock: memory.clock, emit: () => {} }, turnId, end);
        return true;
      });
    expect(ends).toMatchObject([{ error: { code: "internal" } }]);
    expect(memory.log.turns.find(turnId)).toMatchObject({ status: "queued" });
    memory.clock.time += 15 * 60_000;
    expect(memory.log.next()?.turn.id).toBe(turnId);
  });

  it("is told again for every further text, also while a turn was put off", () => {
    const memory = new Memory();
    text(memory, "Hello?");
    memory.clock.time += 20_000;
    run(memory, null, BROKE);
    const [first] = notices(memory);
    text(memory, "Anybody?");
    memory.clock.time += 46_000;
    noticeUnread(memory.log, memory.clock.time);
    expect(notices(memory)[0]?.key).not.toBe(first?.key);
  });

  it("that others overtook is brought to the agent's mind again", () => {
    const memory = new Memory();
    text(memory, "Hello?");
    memory.clock.time += 20_000;
    run(memory, null, BROKE);
    memory.say("Are you back?");
    run(memory, "I am.");
    memory.clock.time += 60_000;
    memory.log.next();
    expect(memory.log.messages.lastCommitted()).toMatchObject({
      kind: "inbound",
      author: { kind: "system" },
    });
  });

  it("a colleague's own message is not tried again by itself", () => {
    const memory = new Memory();
    memory.say("Hello");
    run(memory, null, BROKE);
    memory.clock.time += 3_600_000;
    expect(memory.log.next()).toBeNull();
  });
});
