/**
 * Keeps one runner per conversation: starts the next turn, resumes an interrupted one, stops one, and
 * computes when to wake. The table is authoritative, not this object's memory: after any `wake`, an open
 * turn without a runner runs again.
 */
import type { Clock } from "../../kernel/clock.ts";
import { LIMITS } from "../../kernel/limits.ts";
import type { Logger } from "../../kernel/log.ts";
import type { Author } from "../api/message.ts";
import type { LiveTurn, ServerEvent } from "../api/conversation-frames.ts";
import { RunLostError, type CallRow, type Journal, type RunEnd, type TraceStep } from "../runs/index.ts";
import { isPutOff, putOff } from "./background-run.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { LiveTurnView } from "./live-turn.ts";
import { turnJournal } from "./turn-journal.ts";
import type { RunningTurn } from "./types.ts";
import { unreadDueAt } from "./unread.ts";
import { stepsOf } from "./views.ts";

export interface TurnAttempt {
  readonly turn: RunningTurn;
  readonly journal: Journal;
  /** The current attempt's view; a new one after the journal's `restart`. */
  readonly display: () => LiveTurnView;
  /** Aborts when a person stops the turn. */
  readonly signal: AbortSignal;
}

interface SupervisorDeps {
  readonly log: ConversationLog;
  readonly agent: { readonly name: string; readonly title: string };
  readonly clock: Clock;
  readonly logger: Logger;
  readonly emit: (event: ServerEvent) => void;
  readonly runner: TurnRunner;
  /** Called after a turn ended or something must be written: sets the alarm and flushes the outbox. */
  readonly settled: () => void;
}

interface TurnRunner {
  /** Runs an attempt to its end. Throws RunLostError if another attempt took over the turn. */
  run(attempt: TurnAttempt): Promise<RunEnd>;
  /** Runs the end hooks; returns their trace steps. Never throws. */
  ending(runId: string, end: RunEnd): Promise<readonly TraceStep[]>;
  /** Describes a call for people. */
  summarize(row: CallRow): string;
}

interface Work {
  readonly runId: string;
  readonly controller: AbortController;
  view: LiveTurnView;
}

const BROKE: RunEnd = {
  reason: "failed",
  error: {
    code: "internal",
    message: "Something went wrong on our side; the turn was stopped. Send a message to try again.",
  },
};

export class TurnSupervisor {
  readonly #deps: SupervisorDeps;
  #work: Work | null = null;

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
  }

  /** The current turn, for a snapshot. */
  live(): LiveTurn | null {
    return this.#work?.view.snapshot() ?? null;
  }

  /** The turn whose model is responding; null if none is. */
  answeringId(): string | null {
    const work = this.#work;
    return work?.view.isAtWork() === true ? work.runId : null;
  }

  /** Starts what may run. Safe to call at any time; does nothing while a turn is in progress. */
  wake(): void {
    if (this.#work !== null) return;
    const next = this.#deps.log.next((turn, end) => this.#putsOff(turn, end));
    if (next === null) return;
    const { turn } = next;
    const work: Work = { runId: turn.id, controller: new AbortController(), view: this.#view(turn) };
    this.#work = work;
    if (turn.stopRequestedBy !== null) work.controller.abort();
    if (next.resumed) {
      this.#deps.logger.warn("turn.resumed", { runId: turn.id, attempt: turn.attempt });
    }
    void this.#finish(turn, work);
  }

  async #finish(turn: RunningTurn, work: Work): Promise<void> {
    const { log, runner } = this.#deps;
    const end = await this.#run(turn, work);
    const isOver = end !== null && !isPutOff(turn, end);
    const steps = isOver ? await runner.ending(turn.id, end) : [];
    this.#work = null;
    if (isOver) log.end(turn.id, end, steps);
    else if (end !== null) this.#putsOff(turn, end);
    this.wake();
    this.#deps.settled();
  }

  /** Requeues a turn that is retried automatically; false for any other. */
  #putsOff(turn: RunningTurn, end: RunEnd): boolean {
    if (!isPutOff(turn, end)) return false;
    putOff(this.#deps, turn.id, end);
    return true;
  }

  /** How an attempt ended; null if another one took over the turn. */
  async #run(turn: RunningTurn, work: Work): Promise<RunEnd | null> {
    try {
      return await this.#deps.runner.run({
        turn,
        journal: this.#journal(turn, work),
        display: () => work.view,
        signal: work.controller.signal,
      });
    } catch (error) {
      if (error instanceof RunLostError) return null;
      this.#deps.logger.error("turn.broke", { runId: turn.id, error });
      return BROKE;
    } finally {
      work.view.flush();
      work.view.close();
    }
  }

  /** The turn's journal; a restart replaces the live view. */
  #journal(turn: RunningTurn, work: Work): Journal {
    const journal = turnJournal(this.#deps.log, turn, this.#deps.agent);
    return {
      ...journal,
      restart: () => {
        work.view.close();
        journal.restart();
        work.view = this.#view({ ...turn, attempt: journal.state().attempt });
      },
    };
  }

  /** Stops the running turn; false if none runs. */
  stop(by: Author): boolean {
    if (!this.#deps.log.requestStop(by)) return false;
    this.#work?.controller.abort();
    this.wake();
    return true;
  }

  /**
   * When to wake: at the next heartbeat while a turn is open, else when a queued turn is due, and when
   * inbound messages will have been unread too long. Null if nothing is due.
   */
  nextLookAt(): number | null {
    const { log, clock } = this.#deps;
    const isOpen = this.#work !== null || log.turns.running() !== null;
    const due = isOpen
      ? [clock.now() + LIMITS.turnAlarmMs]
      : log.turns.queued().map((turn) => turn.notBefore);
    const unreadAt = unreadDueAt(log, clock.now());
    if (unreadAt !== null) due.push(unreadAt);
    return due.length === 0 ? null : Math.min(...due);
  }

  #view(turn: RunningTurn): LiveTurnView {
    return new LiveTurnView({
      runId: turn.id,
      attempt: turn.attempt,
      startedAt: turn.startedAt,
      steps: stepsOf(this.#deps.log.calls.ofTurn(turn.id), (row) => this.#deps.runner.summarize(row)),
      clock: this.#deps.clock,
      emit: this.#deps.emit,
    });
  }
}
