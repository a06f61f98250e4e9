/**
 * Keeps one runner alive for the conversation: starts the next turn, takes up one whose runner died, stops one, and says when to look again. The
 * guarantee is the table, not this object's memory: whoever wakes the object calls `wake`, and an open turn without a runner runs again.
 */
import type { Clock } from "../kernel/clock.ts";
import { LIMITS } from "../kernel/limits.ts";
import type { Logger } from "../kernel/log.ts";
import type { Author } from "../protocol/message.ts";
import type { LiveTurn, ServerEvent } from "../protocol/socket.ts";
import { TurnJournal, TurnLostError } from "./journal.ts";
import type { Ledger } from "./ledger.ts";
import { isPutOff, putOff } from "./background-run.ts";
import { LiveTurnView } from "./live-turn.ts";
import type { CallRow, Turn, TurnEnd } from "./types.ts";
import { unreadDueAt } from "./unread.ts";
import { stepsOf } from "./views.ts";

/** One attempt of a turn, as its runner sees it. */
export interface TurnAttempt {
  readonly turn: Turn;
  readonly journal: TurnJournal;
  /** The view of the attempt under way; a new one after `restart`. */
  readonly display: () => LiveTurnView;
  /** Makes streamed text void and goes on as a new attempt. */
  readonly restart: () => void;
  /** Aborts when a person stops the turn. */
  readonly signal: AbortSignal;
}

/** What the keeper is given. */
export interface KeeperDeps {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly emit: (event: ServerEvent) => void;
  /** Runs an attempt to its end; throws TurnLostError where the turn was taken from it. */
  readonly run: (attempt: TurnAttempt) => Promise<TurnEnd>;
  readonly summarize: (row: CallRow) => string;
  /** A turn has ended, or there is something to write: look after alarm and outbox. */
  readonly settled: () => void;
  /** A turn failed for a reason nobody foresaw. */
  readonly alert: (turn: Turn, end: TurnEnd) => void;
}

interface Runner {
  readonly turnId: string;
  readonly controller: AbortController;
  view: LiveTurnView;
}

export class TurnKeeper {
  readonly #deps: KeeperDeps;
  #runner: Runner | null = null;

  constructor(deps: KeeperDeps) {
    this.#deps = deps;
  }

  /** The turn under way, for a snapshot. */
  live(): LiveTurn | null {
    return this.#runner?.view.snapshot() ?? null;
  }

  /** The turn whose model has begun to answer; null where none has. */
  answeringId(): string | null {
    const live = this.live();
    return live !== null && (live.text !== "" || live.thinking !== "" || live.steps.length > 0)
      ? live.turnId
      : null;
  }

  /** Starts what may run. Safe to call at any time; does nothing while a runner works. */
  wake(): void {
    if (this.#runner !== null) return;
    const next = this.#deps.ledger.next((turn, end) => this.#putsOff(turn, end));
    if (next === null) return;
    const { turn } = next;
    const runner: Runner = { turnId: turn.id, controller: new AbortController(), view: this.#view(turn) };
    this.#runner = runner;
    if (turn.stopRequestedBy !== null) runner.controller.abort();
    if (next.resumed) {
      this.#deps.logger.warn("turn.resumed", { turnId: turn.id, attempt: turn.attempt });
    }
    void this.#work(turn, runner);
  }

  async #work(turn: Turn, runner: Runner): Promise<void> {
    const { ledger, clock } = this.#deps;
    const journal = new TurnJournal(ledger, turn, clock);
    let end: TurnEnd | null = null;
    try {
      end = await this.#deps.run({
        turn,
        journal,
        display: () => runner.view,
        restart: () => {
          runner.view.close();
          const attempt = journal.restart();
          runner.view = this.#view({ ...turn, attempt });
        },
        signal: runner.controller.signal,
      });
    } catch (error) {
      if (!(error instanceof TurnLostError)) {
        this.#deps.logger.error("turn.broke", { turnId: turn.id, error });
        end = {
          reason: "failed",
          error: {
            code: "internal",
            message: "Something went wrong on our side; the turn was stopped. Send a message to try again.",
          },
        };
      }
    } finally {
      runner.view.flush();
      runner.view.close();
      this.#runner = null;
    }
    if (end !== null && !this.#putsOff(turn, end)) {
      ledger.end(turn.id, end);
      if (end.reason === "failed") this.#deps.alert(turn, end);
    }
    this.wake();
    this.#deps.settled();
  }

  /** Puts a turn off that is to be tried again by itself; false for any other. */
  #putsOff(turn: Turn, end: TurnEnd): boolean {
    if (!isPutOff(turn, end)) return false;
    putOff(this.#deps, turn.id, end);
    return true;
  }

  /** Stops the running turn; false where none runs. */
  stop(by: Author): boolean {
    if (!this.#deps.ledger.requestStop(by)) return false;
    this.#runner?.controller.abort();
    this.wake();
    return true;
  }

  /**
   * When to look again: at the next beat while a turn is open, else when a waiting turn is due, and when words nobody of the team said will have waited too
   * long. Null where nothing is to come.
   */
  nextLookAt(): number | null {
    const { ledger, clock } = this.#deps;
    const isOpen = this.#runner !== null || ledger.turns.running() !== null;
    const due = isOpen
      ? [clock.now() + LIMITS.turnAlarmMs]
      : ledger.turns.queued().map((turn) => turn.notBefore);
    const unreadAt = unreadDueAt(ledger, clock.now());
    if (unreadAt !== null) due.push(unreadAt);
    return due.length === 0 ? null : Math.min(...due);
  }

  #view(turn: Turn): LiveTurnView {
    const calls = this.#deps.ledger.turns.callsOfTurn(turn.id);
    return new LiveTurnView({
      turnId: turn.id,
      attempt: turn.attempt,
      startedAt: turn.startedAt ?? turn.queuedAt,
      steps: stepsOf(calls, this.#deps.summarize),
      clock: this.#deps.clock,
      emit: this.#deps.emit,
    });
  }
}
