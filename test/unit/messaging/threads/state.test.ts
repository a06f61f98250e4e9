/** The transitions of a thread: what texts and people make of it. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterAct,
  afterHearing,
  afterReading,
  afterWaking,
} from "../../../../src/messaging/threads/state.ts";
import { heardFrom, saidInText } from "../../../../src/messaging/threads/hear.ts";
import type { Heard, ThreadAct, ThreadState } from "../../../../src/messaging/threads/types.ts";

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();

interface Said {
  readonly minute: number;
  readonly ours: boolean;
  readonly nod?: boolean;
}

/** What the records say once these texts are there. */
function heard(said: readonly Said[], known: ThreadState | null, receivedAfterMs = 0): Heard | null {
  return heardFrom(
    said
      .toSorted((left, right) => right.minute - left.minute)
      .map(({ minute, ours, nod = false }) =>
        saidInText({
          tenantId: "tenant_a",
          id: `AC${minute}`,
          connectionId: "cn",
          direction: ours ? ("outgoing" as const) : ("incoming" as const),
          lineId: null,
          lineNumber: "+14125550100",
          contactNumber: "+14125550142",
          text: nod ? "👍" : "words",
          attachments: 0,
          media: null,
          others: null,
          at: at(minute),
          fingerprint: `f${minute}`,
          receivedAt: new Date(Date.parse(at(minute)) + receivedAfterMs).toISOString(),
          state: "recorded" as const,
          reason: null,
          attempts: 0,
          delivery: null,
          dueAt: null,
        }),
      ),
    known,
  );
}

function after(said: readonly Said[], from: ThreadState | null = null): ThreadState {
  const known = heard(said, from);
  if (known === null) throw new Error("no texts");
  return afterHearing(from, known);
}

const THEIRS = { minute: 1, ours: false };
const OURS = { minute: 2, ours: true };

describe("a thread", () => {
  it("waits for us since the first of their texts no one has answered, and is answered by ours", () => {
    const open = after([THEIRS, { minute: 3, ours: false }]);
    expect(open).toMatchObject({ status: "open", waitsSince: at(1), activeAt: at(3) });
    expect(after([THEIRS, OURS])).toMatchObject({ status: "answered", waitsSince: null });
    expect(after([THEIRS, OURS], open)).toMatchObject({ status: "answered", waitsSince: null });
  });

  it("asks nobody for anything because of a reaction, or of a text read from the past", () => {
    expect(after([THEIRS, OURS, { minute: 3, ours: false, nod: true }]).status).toBe("answered");
    const past = heard([THEIRS], null, 30 * 24 * 3_600_000);
    expect(past && afterHearing(null, past)).toMatchObject({ status: "done", waitsSince: null });
  });

  it("comes back with a new text of theirs, done or snoozed, and stays whose it was", () => {
    const open = after([THEIRS]);
    const mine = afterAct(open, { kind: "assign", userId: "u1" }, at(2));
    for (const act of [{ kind: "done" }, { kind: "snooze", until: at(50) }] as const) {
      const away = afterAct(mine, act, at(2));
      expect(after([THEIRS], away)).toEqual(away);
      expect(after([THEIRS, { minute: 5, ours: false }], away)).toMatchObject({
        status: "open",
        assigneeId: "u1",
        nextAt: null,
        activeAt: at(5),
      });
    }
  });

  it("waits since what no one has dealt with, not since a thank-you that was done with", () => {
    const done = afterAct(after([THEIRS]), { kind: "done" }, at(2));
    expect(after([THEIRS, { minute: 5, ours: false }], done).waitsSince).toBe(at(5));
    const open = after([THEIRS, { minute: 5, ours: false }]);
    expect(after([THEIRS, { minute: 5, ours: false }, { minute: 6, ours: false }], open).waitsSince).toBe(
      at(1),
    );
  });

  it("that somebody reopened stays open until we write again", () => {
    const reopened = afterAct(after([THEIRS, OURS]), { kind: "reopen" }, at(5));
    expect(after([THEIRS, OURS], reopened).status).toBe("open");
    expect(after([THEIRS, OURS, { minute: 6, ours: true }], reopened).status).toBe("answered");
  });

  it("stays snoozed while we write, and comes back at its time and not before", () => {
    const away = afterAct(after([THEIRS]), { kind: "snooze", until: at(30) }, at(2));
    expect(after([THEIRS, OURS], away)).toMatchObject({
      status: "snoozed",
      waitsSince: null,
      nextAt: at(30),
    });
    expect(afterWaking(away, at(29))).toBe(away);
    expect(afterWaking(away, at(31))).toMatchObject({ status: "open", nextAt: null, activeAt: at(31) });
  });

  it("waits for no one once the agent has read all of it and found nothing to do", () => {
    const open = after([THEIRS, { minute: 5, ours: false }]);
    expect(afterReading(open, at(4))).toBe(open);
    expect(afterReading(open, at(6))).toMatchObject({ status: "answered", waitsSince: null });
    const reopened = afterAct(afterAct(open, { kind: "done" }, at(7)), { kind: "reopen" }, at(8));
    expect(afterReading(reopened, at(9)), "somebody wants it there").toBe(reopened);
  });

  const said = fc.uniqueArray(
    fc.record({ minute: fc.integer({ min: 0, max: 55 }), ours: fc.boolean(), nod: fc.boolean() }),
    { selector: ({ minute }) => minute, minLength: 1, maxLength: 8 },
  );

  it("comes to the same in whatever order and however often its texts are heard", () => {
    fc.assert(
      fc.property(said, fc.infiniteStream(fc.nat()), (texts, picks) => {
        const orders = [texts, texts.toReversed(), texts.flatMap((text) => [text, text])];
        const ends = orders.map((order) => {
          let state: ThreadState | null = null;
          const known: Said[] = [];
          for (const text of order) {
            if (!known.includes(text)) known.push(text);
            state = after(known, state);
          }
          // At the end all of it is heard again, as often as it likes.
          for (let again = picks.next().value % 3; again >= 0; again--) state = after(texts, state);
          return state;
        });
        const [first] = ends;
        for (const end of ends) {
          expect(end).toMatchObject({ lastIncomingAt: first?.lastIncomingAt, waitsSince: first?.waitsSince });
          expect(end?.status).toBe(first?.status);
        }
      }),
    );
  });

  const act: fc.Arbitrary<ThreadAct> = fc.oneof(
    fc.record({ kind: fc.constant("assign" as const), userId: fc.constantFrom("u1", "u2", null) }),
    fc.record({ kind: fc.constant("snooze" as const), until: fc.integer({ min: 1, max: 59 }).map(at) }),
    fc.constant({ kind: "done" } as const),
    fc.constant({ kind: "reopen" } as const),
  );

  it("is always snoozed with a time and only then, waits only where it is not done, and an act repeated changes nothing", () => {
    const step = fc.oneof(
      act.map((one) => ({ act: one })),
      fc.integer({ min: 0, max: 59 }).map((minute) => ({ wake: at(minute) })),
      fc.integer({ min: 0, max: 59 }).map((minute) => ({ read: at(minute) })),
      said.map((texts) => ({ texts })),
    );
    fc.assert(
      fc.property(said, fc.array(step, { maxLength: 12 }), (texts, steps) => {
        let state = after(texts);
        let known: readonly Said[] = texts;
        for (const one of steps) {
          if ("act" in one) {
            state = afterAct(state, one.act, at(58));
            expect(afterAct(state, one.act, at(59))).toBe(state);
          } else if ("wake" in one) state = afterWaking(state, one.wake);
          else if ("read" in one) state = afterReading(state, one.read);
          else {
            known = [...new Map([...known, ...one.texts].map((text) => [text.minute, text])).values()];
            state = after(known, state);
          }
          expect(state.status === "snoozed").toBe(state.nextAt !== null);
          if (state.status === "done" || state.status === "answered") expect(state.waitsSince).toBeNull();
        }
      }),
    );
  });
});
