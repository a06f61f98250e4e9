/** Transitions of a turn: queued → running → ended, or back to queued if the agent couldn't work. Pure. */
import { backOffMs } from "../../kernel/back-off.ts";
import { isoTime } from "../../kernel/clock.ts";
import { LIMITS } from "../../kernel/limits.ts";
import type { RunEnd } from "../runs/index.ts";
import type { EndedTurn, QueuedTurn, RunningTurn, Turn } from "./types.ts";

/** Poll interval for a rate limit, which an admin may raise at any time. A poll costs one request to the counters. */
const ROOM_LOOK_MS = 2 * 60_000;
const RETRY = { firstMs: 15_000, longestMs: 15 * 60_000 } as const;

/** Fields of every status. */
function common(turn: Turn) {
  const { id, kind, speaker, attempt, stalls, progress, stopRequestedBy, unreadSinceMs, queuedAt, figures } =
    turn;
  return { id, kind, speaker, attempt, stalls, progress, stopRequestedBy, unreadSinceMs, queuedAt, figures };
}

/** Starts a queued turn. `progress` counts what it has already committed. */
export function started(turn: QueuedTurn, progress: number, nowMs: number): RunningTurn {
  return {
    ...common(turn),
    status: "running",
    attempt: turn.attempt + 1,
    progress,
    startedAt: isoTime(nowMs),
    openReserveMicroUsd: 0,
  };
}

/** Starts a new attempt of a running turn; text streamed so far is discarded. */
export function restarted(turn: RunningTurn, progress: number, stalls: number): RunningTurn {
  return { ...turn, attempt: turn.attempt + 1, stalls, progress };
}

export function endTurn(turn: RunningTurn, end: RunEnd, nowMs: number): EndedTurn {
  return { ...common(turn), status: "ended", startedAt: turn.startedAt, finishedAt: isoTime(nowMs), end };
}

/**
 * Requeues a turn that couldn't be worked on, to continue from its log: when the rate limit resets, or
 * after a growing delay.
 */
export function putBack(turn: RunningTurn, end: RunEnd, nowMs: number): QueuedTurn {
  const resumesAt = resumeTimeOf(end);
  const waitMs =
    resumesAt === undefined
      ? backOffMs(turn.attempt, RETRY)
      : Math.min(ROOM_LOOK_MS, Math.max(0, Date.parse(resumesAt) - nowMs));
  return {
    ...common(turn),
    status: "queued",
    notBefore: nowMs + waitMs,
    putOff: { startedAt: turn.startedAt, at: isoTime(nowMs), end },
  };
}

/** ISO time at which a run that reached a rate limit resumes; undefined for any other end. */
export function resumeTimeOf(end: RunEnd): string | undefined {
  return end.reason === "rate_limited" ? end.resumesAt : undefined;
}

/** Decides whether an interrupted turn is resumed. Limited by attempts without progress, and by attempts in total. */
export function recovery(
  turn: RunningTurn,
  progressNow: number,
): { resume: true; stalls: number } | { resume: false; end: RunEnd } {
  const stalls = progressNow > turn.progress ? 0 : turn.stalls + 1;
  if (stalls >= LIMITS.turnAttempts || turn.attempt >= LIMITS.turnAttempts * 10) {
    return {
      resume: false,
      end: {
        reason: "failed",
        error: {
          code: "internal",
          message: `This failed ${turn.attempt} times, so Steward stopped. Nothing was sent that an approval doesn’t show. Send a message to continue.`,
        },
      },
    };
  }
  return { resume: true, stalls };
}
