/**
 * What one attempt of a turn writes. Every write is a transaction that first checks that the attempt is still the turn's own: a
 * runner that was given up can change nothing any more. A reply and its open calls commit together, a call and its answer commit once.
 */
import { isoTime, type Clock } from "../kernel/clock.ts";
import type { Approval } from "../protocol/approval.ts";
import type { Author, Part } from "../protocol/message.ts";
import type { Question } from "../protocol/socket.ts";
import type { TokenUsage } from "../usage/index.ts";
import { isNoAction } from "./background-run.ts";
import type { Ledger } from "./ledger.ts";
import { resultsMessage } from "./results-message.ts";
import { plainText } from "./state.ts";
import type { CallAnswer, CallRow, JournaledCall, ModelStop, TraceStep, Turn, TurnLog } from "./types.ts";

const AGENT: Author = { kind: "agent", id: "agent:steward", name: "Steward" };

/** Thrown to a runner whose turn another attempt has taken over, or that is over. It must end without a trace. */
export class TurnLostError extends Error {
  override readonly name = "TurnLostError";
}

/** A reply of the model, whole or broken off by a stop. */
export interface CommittedReply {
  readonly id: string;
  readonly parts: readonly Part[];
  readonly stop: ModelStop;
  readonly usage: TokenUsage;
  readonly costMicroUsd: number;
}

/** The answer to a call with what it put before people. */
export interface AnsweredCall {
  readonly answer: CallAnswer;
  readonly approvals: readonly Approval[];
  readonly question: Question | null;
  readonly trace: readonly TraceStep[];
}

/** Calls of a reply, as its blocks state them. */
function callsOf(parts: readonly Part[]): JournaledCall[] {
  return parts.flatMap((part) => {
    const { type, id, name, input } = part as { type: string; id?: unknown; name?: unknown; input?: unknown };
    if (type !== "tool_use" || typeof id !== "string" || typeof name !== "string") return [];
    const object = typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
    return [{ id, name, input: object as JournaledCall["input"] }];
  });
}

export class TurnJournal {
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #turnId: string;
  #attempt: number;

  constructor(ledger: Ledger, turn: Pick<Turn, "id" | "attempt">, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#turnId = turn.id;
    this.#attempt = turn.attempt;
  }

  /** The turn as it stands. Throws TurnLostError where it is not this attempt's any more. */
  turn(): Turn {
    const turn = this.#ledger.turns.find(this.#turnId);
    if (turn === null || turn.status !== "running" || turn.attempt !== this.#attempt)
      throw new TurnLostError();
    return turn;
  }

  /** The newest state of the log: all that the next step follows from. */
  log(): TurnLog {
    const turn = this.turn();
    const last = this.#ledger.store.lastCommitted();
    const reply = this.#ledger.store.lastReply(this.#turnId);
    return {
      turn,
      last,
      calls: reply === null ? [] : this.#ledger.turns.calls(reply.id),
      replyStop: reply?.modelStop ?? null,
    };
  }

  /** Id of the turn's next reply. The same until that reply is committed. */
  nextReplyId(): string {
    return `sw.${this.#turnId}.${this.turn().modelCalls + 1}`;
  }

  /** Text already streamed is void: the same turn goes on as a new attempt. Returns its number. */
  restart(): number {
    const turn = this.turn();
    this.#attempt = this.#ledger.restart(turn.id, turn.stalls).attempt;
    return this.#attempt;
  }

  /** Notes what the call about to be made may cost, so that a crash is charged. */
  reserve(model: string, microUsd: number): void {
    this.turn();
    this.#ledger.turns.change(this.#turnId, { model, openReserveMicroUsd: microUsd });
  }

  /** Clears the reserve of a call that came to nothing, charging what it cost. */
  abandonCall(costMicroUsd: number, step: TraceStep): void {
    this.#ledger.store.transaction(() => {
      const turn = this.turn();
      this.#charge(turn, costMicroUsd);
      this.#ledger.turns.change(turn.id, { openReserveMicroUsd: 0 });
      this.#ledger.turns.addTrace(turn.id, step);
    });
  }

  #charge(turn: Turn, costMicroUsd: number): void {
    if (costMicroUsd === 0) return;
    this.#ledger.turns.change(turn.id, { costMicroUsd: turn.costMicroUsd + costMicroUsd });
    this.#ledger.note({ costMicroUsd: this.#ledger.store.get().costMicroUsd + costMicroUsd });
  }

  /** Commits a reply with its calls, figures and trace. Nothing acts on a reply before this. */
  commitReply(reply: CommittedReply, step: TraceStep): void {
    this.#ledger.store.transaction(() => {
      const turn = this.turn();
      this.#ledger.append({
        id: reply.id,
        kind: "reply",
        role: "assistant",
        parts: reply.parts,
        author: AGENT,
        createdAt: isoTime(this.#clock.now()),
        turnId: turn.id,
        queued: false,
        context: null,
        modelStop: reply.stop,
      });
      this.#ledger.turns.openCalls(turn.id, reply.id, callsOf(reply.parts));
      this.#charge(turn, reply.costMicroUsd);
      this.#ledger.turns.change(turn.id, {
        modelCalls: turn.modelCalls + 1,
        usage: sum(turn.usage, reply.usage),
        openReserveMicroUsd: 0,
        unreadSinceMs: null,
      });
      this.#ledger.turns.addTrace(turn.id, step);
      const text = plainText(reply.parts);
      if (!isNoAction(text)) this.#ledger.said(text);
    });
    this.#ledger.show(reply.id);
  }

  startCall(row: CallRow): void {
    this.turn();
    this.#ledger.turns.startCall(row.replyId, row.call.id, isoTime(this.#clock.now()));
  }

  /** Answers a call, once. False where it was answered before: the first answer stands. */
  answerCall(row: CallRow, answered: AnsweredCall): boolean {
    const first = this.#ledger.store.transaction(() => {
      const turn = this.turn();
      if (!this.#ledger.turns.answerCall(row.replyId, row.call.id, answered.answer)) return false;
      this.#ledger.turns.change(turn.id, { toolCalls: turn.toolCalls + 1 });
      for (const step of answered.trace) this.#ledger.turns.addTrace(turn.id, step);
      if (answered.question !== null) {
        this.#ledger.note({ question: answered.question });
        this.#ledger.said(answered.question.question);
      }
      return true;
    });
    if (!first) return false;
    for (const approval of answered.approvals) this.#ledger.showApproval(approval);
    if (answered.question !== null) this.#ledger.ask(answered.question);
    return true;
  }

  /** Makes the answers one message. */
  commitResults(calls: readonly CallRow[]): void {
    const results = resultsMessage(calls, this.#turnId, isoTime(this.#clock.now()));
    this.#ledger.store.transaction(() => {
      this.turn();
      this.#ledger.append(results);
    });
    this.#ledger.show(results.id);
  }
}

function sum(left: TokenUsage, right: TokenUsage): TokenUsage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cacheReadTokens: left.cacheReadTokens + right.cacheReadTokens,
    cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
  };
}
