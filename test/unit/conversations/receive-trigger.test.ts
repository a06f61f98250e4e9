import { expect, it } from "vitest";
import { isPutOff, noticeOf, putOff, runNote } from "../../../src/conversations/background-run.ts";
import { Ledger } from "../../../src/conversations/ledger.ts";
import { migrate } from "../../../src/conversations/object-schema.ts";
import { receiveTrigger } from "../../../src/conversations/receive-trigger.ts";
import { noticeUnread, unreadDueAt } from "../../../src/conversations/unread.ts";
import type { TurnEnd } from "../../../src/conversations/types.ts";
import type { ConversationIdentity } from "../../../src/protocol/objects.ts";
import { IDENTITY, memorySql } from "./memory.ts";

const IDENTITY_OF_IT: ConversationIdentity = {
  tenantId: IDENTITY.tenantId,
  conversationId: "schedule:s1",
  source: "schedule",
  title: "Open repairs",
};
const DOWN: TurnEnd = {
  reason: "failed",
  error: { code: "upstream_failed", message: "Send another to try again." },
};

function opened() {
  const clock = { time: Date.parse("2026-11-27T14:00:00Z"), now: () => clock.time };
  const sql = memorySql();
  migrate(sql);
  let ids = 0;
  const newId = (): string => `turn-${++ids}`;
  const ledger = new Ledger({
    sql,
    clock,
    ids: { newId },
    emit: () => {},
    changed: () => {},
    watched: () => false,
  });
  ledger.open(IDENTITY_OF_IT);
  const due = (slot: string, title = "Open repairs") =>
    receiveTrigger(
      ledger,
      { clock, ids: { newId } },
      { ...IDENTITY_OF_IT, title },
      {
        messageId: `slot.s1.${slot}`,
        author: { kind: "system", id: "system:steward", name: title },
        text: "List the open repairs",
      },
    );
  return { ledger, clock, due };
}

it("a trigger is one message and one turn, however often it comes", () => {
  const { ledger, due } = opened();
  expect(due("1")).toMatchObject({ duplicate: false });
  expect(due("1")).toMatchObject({ duplicate: true });
  expect(ledger.store.queued()).toHaveLength(1);
  expect(ledger.turns.queued()).toHaveLength(1);
});

it("slots that come while the agent cannot work are taken together, and a person is told once", () => {
  const { ledger, clock, due } = opened();
  due("1");
  const next = ledger.next();
  if (next === null) throw new Error("nothing to run");
  expect(isPutOff(next.turn, DOWN)).toBe(true);
  putOff({ ledger, clock, emit: () => {} }, next.turn.id, DOWN);
  expect(due("2")).toMatchObject({ duplicate: false, turnId: next.turn.id });
  expect(ledger.turns.queued()).toHaveLength(1);
  const notices = ledger.store.outbox().filter(({ kind }) => kind === "notice");
  expect(notices.map((entry) => noticeOf(ledger, entry))).toMatchObject([
    {
      kind: "unread",
      source: "schedule",
      name: "Open repairs",
      said: "The model cannot be reached right now. What came in is kept and taken up by itself.",
    },
  ]);
});

it("a person is told within a minute where nobody has begun", () => {
  const { ledger, clock, due } = opened();
  due("1");
  const dueAt = unreadDueAt(ledger, clock.now()) ?? 0;
  expect(dueAt - clock.now()).toBeLessThanOrEqual(45_000);
  noticeUnread(ledger, dueAt);
  expect(ledger.store.outbox().map(({ key }) => key)).toContain("unread.turn-1");
});

it("its record says what it came to", () => {
  const { ledger, due } = opened();
  due("1");
  const next = ledger.next();
  if (next === null) throw new Error("nothing to run");
  expect(runNote(ledger, next.turn)).toMatchObject({
    disposition: "attention",
    preview: "List the open repairs",
  });
});

it("the conversation is called what the schedule is called, unless a person named it", () => {
  const { ledger, due } = opened();
  due("1", "Repairs");
  expect(ledger.store.get().title).toBe("Repairs");
  due("2", "Repairs of the week");
  expect(ledger.store.get().title).toBe("Repairs of the week");
  ledger.update({ title: "Mine" });
  due("3", "Something else");
  expect(ledger.store.get().title).toBe("Mine");
});
