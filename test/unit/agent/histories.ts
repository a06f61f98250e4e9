/** Histories as the log makes them: turns of a message, replies, calls answered, now and then an outcome or a message no one answered. */
import fc from "fast-check";
import type { LogMessage } from "../../../src/agent/conversations/types.ts";

/** A turn to build. */
export interface TurnShape {
  readonly text: string;
  /** How many calls each reply makes before the last one. */
  readonly calls: readonly number[];
  readonly outcome?: boolean;
  readonly unanswered?: boolean;
  readonly thinking?: boolean;
}

const words = fc
  .string({ unit: fc.constantFrom("a", "b", " ", "é", "漢", "<"), minLength: 1, maxLength: 300 })
  .filter((text) => text.trim() !== "");

export const turnArbitrary: fc.Arbitrary<TurnShape> = fc.record({
  text: words,
  calls: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  outcome: fc.boolean(),
  unanswered: fc.boolean(),
  thinking: fc.boolean(),
});
export const historyArbitrary = fc.array(turnArbitrary, { minLength: 1, maxLength: 30 });

/** The log of the turns, in order. */
export function history(turns: readonly TurnShape[]): LogMessage[] {
  const log: LogMessage[] = [];
  const add = (
    kind: LogMessage["kind"],
    parts: LogMessage["parts"],
    turnId: string,
    context: string | null = null,
  ): void => {
    const seq = log.length + 1;
    log.push({
      seq,
      id: `m${seq}`,
      kind,
      role: kind === "reply" ? "assistant" : "user",
      parts,
      author: { kind: kind === "reply" ? "agent" : "user", name: "Dana" },
      createdAt: "2026-11-21T15:00:00Z",
      runId: turnId,
      queued: false,
      context,
      modelStop: kind === "reply" ? "end_turn" : null,
      fallback: null,
      standsOn: null,
    });
  };
  for (const [index, turn] of turns.entries()) {
    const turnId = `t${index}`;
    add("inbound", [{ type: "text", text: turn.text }], turnId, "<context>\nNow\n</context>");
    for (const [step, count] of turn.calls.entries()) {
      const ids = Array.from({ length: count }, (_, call) => `toolu_${index}_${step}_${call}`);
      const thinking = turn.thinking === true ? [{ type: "thinking", thinking: "hm", signature: "s" }] : [];
      add(
        "reply",
        [
          ...thinking,
          ...ids.map((id) => ({
            type: "tool_use",
            id,
            name: "search_contacts",
            input: { query: turn.text },
          })),
        ],
        turnId,
      );
      add(
        "results",
        ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: turn.text })),
        turnId,
      );
    }
    if (turn.unanswered !== true) add("reply", [{ type: "text", text: turn.text }], turnId);
    if (turn.outcome === true) {
      const outcome = {
        type: "outcome",
        approvalId: `a${index}`,
        state: "done",
        text: "sent",
        receipts: [],
        decidedBy: null,
        reason: null,
        edits: [],
      };
      add("outcome", [outcome], `o${index}`);
    }
  }
  return log;
}
