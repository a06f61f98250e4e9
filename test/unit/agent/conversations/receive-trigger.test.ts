import { expect, it } from "vitest";
import { isPutOff, noticeOf, putOff, runNote } from "../../../../src/agent/conversations/background-run.ts";
import { ConversationLog } from "../../../../src/agent/conversations/conversation-log.ts";
import { migrate } from "../../../../src/agent/conversations/object-schema.ts";
import { receiveTrigger } from "../../../../src/agent/conversations/receive-trigger.ts";
import { noticeUnread, unreadDueAt } from "../../../../src/agent/conversations/unread.ts";
import type { ConversationIdentity } from "../../../../src/agent/api/objects.ts";
import type { RunEnd } from "../../../../src/agent/runs/index.ts";
import { viewCall } from "../../../../src/agent/tools/summarize.ts";
import { IDENTITY, memorySql } from "./memory.ts";

const IDENTITY_OF_IT: ConversationIdentity = {
  tenantId: IDENTITY.tenantId,
  conversationId: "schedule:s1",
  source: "schedule",
  title: "Open repairs",
};
const DOWN: RunEnd = {
  reason: "failed",
  error: { code: "upstream_failed", message: "Send another to try again." },
};

function opened() {
  const clock = { time: Date.parse("2026-11-27T14:00:00Z"), now: () => clock.time };
  const sql = memorySql();
  migrate(sql);
  let ids = 0;
  const newId = (): string => `turn-${++ids}`;
  const log = new ConversationLog({
    sql,
    clock,
    emit: () => {},
    changed: () => {},
    closeTo: () => {},
    watched: () => false,
    viewCall,
  });
  log.open(IDENTITY_OF_IT);
  const due = (slot: string, title = "Open repairs") =>
    receiveTrigger(
      log,
      { clock, ids: { newId } },
      { ...IDENTITY_OF_IT, title },
      {
        messageId: `slot.s1.${slot}`,
        author: { kind: "system", id: "system:steward", name: title },
        text: "List the open repairs",
      },
    );
  return { log, clock, due };
}

it("a trigger is one message and one turn, however often it comes", () => {
  const { log, due } = opened();
  expect(due("1")).toMatchObject({ duplicate: false });
  expect(due("1")).toMatchObject({ duplicate: true });
  expect(log.messages.queued()).toHaveLength(1);
  expect(log.turns.queued()).toHaveLength(1);
});

it("slots that come while the agent cannot work are taken together, and a person is told once", () => {
  const { log, clock, due } = opened();
  due("1");
  const next = log.next();
  if (next === null) throw new Error("nothing to run");
  expect(isPutOff(next.turn, DOWN)).toBe(true);
  putOff({ log, clock, emit: () => {} }, next.turn.id, DOWN);
  expect(due("2")).toMatchObject({ duplicate: false, turnId: next.turn.id });
  expect(log.turns.queued()).toHaveLength(1);
  const notices = log.store.outbox().filter(({ kind }) => kind === "notice");
  expect(notices.map((entry) => noticeOf(log, entry))).toMatchObject([
    {
      kind: "unread",
      source: "schedule",
      name: "Open repairs",
      said: "The model can’t be reached right now. What came in is saved, and Steward will retry automatically.",
    },
  ]);
});

it("a person is told within a minute where no one has begun", () => {
  const { log, clock, due } = opened();
  due("1");
  const dueAt = unreadDueAt(log, clock.now()) ?? 0;
  expect(dueAt - clock.now()).toBeLessThanOrEqual(45_000);
  noticeUnread(log, dueAt);
  expect(log.store.outbox().map(({ key }) => key)).toContain("unread.turn-1");
});

it("the team hears what is asked beside a draft that waits", () => {
  const { log, due } = opened();
  due("1");
  const { id } = log.next()?.turn ?? { id: "" };
  log.note({ question: { toolCallId: "q", question: "Who has the key?", options: [], requiredFor: null } });
  log.end(id, { reason: "waiting_approval", error: null });
  const notices = log.store.outbox().filter(({ kind }) => kind === "notice");
  expect(notices.flatMap((entry) => noticeOf(log, entry) ?? [])).toContainEqual(
    expect.objectContaining({ kind: "attention", said: "Who has the key?" }),
  );
});

it("its record says what it came to", () => {
  const { log, due } = opened();
  due("1");
  const next = log.next();
  if (next === null) throw new Error("nothing to run");
  expect(runNote(log.messages, next.turn)).toMatchObject({
    disposition: "attention",
    preview: "List the open repairs",
  });
});

it("the conversation is called what the schedule is called, unless a person named it", () => {
  const { log, due } = opened();
  due("1", "Repairs");
  expect(log.store.get().title).toBe("Repairs");
  due("2", "Repairs of the week");
  expect(log.store.get().title).toBe("Repairs of the week");
  log.update({ title: "Mine" });
  due("3", "Something else");
  expect(log.store.get().title).toBe("Mine");
});
