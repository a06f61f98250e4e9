/** FLAT: what a turn reads of its conversation's own tables does not grow with the turns before it. */
import { expect, it } from "vitest";
import { receiveTexts } from "../../../../src/agent/conversations/contact-text.ts";
import type { ObjectSql } from "../../../../src/platform/db/object-sql.ts";
import { IDENTITY, Memory, memorySql } from "./memory.ts";

/** Walks that stay as short however long the conversation grows: over one row, what is open now, or the newest few; all names have a loop of their own. */
const BOUNDED = [
  /^SCAN (?:conversation|CONSTANT ROW|names): /,
  /^SCAN turns USING (?:COVERING )?INDEX turns_(?:running|queued): /,
  /^SCAN turns USING INDEX turns_ended: .* LIMIT \d+$/s,
  /^SCAN approvals USING INDEX approvals_open: .* LIMIT \d+$/s,
  /^SCAN messages USING INDEX messages_queued: /,
  /^SCAN messages: .* ORDER BY seq DESC LIMIT 1$/s,
];

/** SQL that keeps each statement it ran. */
function recording(sql: ObjectSql): ObjectSql & { readonly statements: Set<string> } {
  const statements = new Set<string>();
  return {
    statements,
    rows: <Row>(statement: string, ...bindings: (string | number | null)[]) => {
      statements.add(statement);
      return sql.rows<Row>(statement, ...bindings);
    },
    transaction: (work) => sql.transaction(work),
  };
}

it("FLAT: no statement of a turn walks through all turns, calls or approvals", () => {
  const sql = recording(memorySql());
  const memory = new Memory(sql);
  sql.statements.clear();

  memory.say("What is open?");
  const { turn } = memory.log.next() ?? expect.unreachable("nothing to run");
  const writer = memory.writer(turn);
  memory.log.turns.lastEnded();
  memory.log.calls.answeredTools();
  memory.log.calls.ofTurn(turn.id);
  memory.log.store.openApprovals();
  writer.log();
  writer.reserve("m", 1);
  memory.log.end(turn.id, { reason: "end_turn", error: null });
  receiveTexts(
    memory.log,
    { clock: memory.clock, ids: { newId: () => "t2" } },
    { ...IDENTITY, source: "sms", contact: { name: "Maria", phone: "+14125550142" } },
    [
      {
        messageId: "text-1",
        author: { kind: "contact", name: "Maria" },
        text: "Hello",
        sentAt: "2026-11-21T15:00:00Z",
        gatherMs: 0,
        gatherMaxMs: 0,
      },
    ],
  );

  expect(sql.statements.size).toBeGreaterThan(15);
  const walks = [...sql.statements].flatMap((statement) =>
    sql
      .rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`)
      .map(({ detail }) => `${detail}: ${statement.trim()}`),
  );
  expect(
    walks.filter((walk) => walk.startsWith("SCAN ") && !BOUNDED.some((bounded) => bounded.test(walk))),
  ).toEqual([]);
});
