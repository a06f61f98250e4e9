/**
 * State transitions of a thread. Pure, and the only code that decides its status. Records may be applied
 * repeatedly and in any order: only a text of theirs newer than all before reopens a thread.
 */
import type { Promised } from "./promise.ts";
import type { Heard, ThreadAct, ThreadState } from "./types.ts";

/** The state after reading the thread's texts; `state` is null for a new thread. */
export function afterHearing(state: ThreadState | null, heard: Heard): ThreadState {
  const before = state ?? NEW;
  const isNews = heard.lastIncomingAt !== null && heard.lastIncomingAt > (before.lastIncomingAt ?? "");
  const known = {
    ...before,
    activeAt: heard.lastAt > before.activeAt ? heard.lastAt : before.activeAt,
    lastIncomingAt: isNews ? heard.lastIncomingAt : before.lastIncomingAt,
  };
  const { waitsSince } = heard;
  if (waitsSince === null) {
    const status = isAnswered(state, heard) ? "answered" : before.status;
    return { ...known, status, waitsSince };
  }
  if (isNews && heard.isFresh) {
    // What we promised is due all the same.
    const nextAt = before.promised === null ? null : before.nextAt;
    return { ...known, status: "open", waitsSince, nextAt };
  }
  return { ...known, waitsSince: before.waitsSince === null ? null : waitsSince };
}

/** The state after a message of ours: it keeps what was promised before, and may promise something. */
export function afterSaying(state: ThreadState, promised: Promised | null): ThreadState {
  if (promised === null) return afterKeeping(state);
  const status = state.status === "done" ? "answered" : state.status;
  return { ...state, status, promised: promised.words, nextAt: promised.dueAt };
}

/** The state after its promise was kept; the same object if it has no promise. */
function afterKeeping(state: ThreadState): ThreadState {
  if (state.promised === null) return state;
  return { ...state, promised: null, nextAt: state.status === "snoozed" ? state.nextAt : null };
}

/** Whether our text answered it; a manually reopened thread is answered only by a later text. */
function isAnswered(state: ThreadState | null, { lastAt, isFresh }: Heard): boolean {
  if (state === null) return isFresh;
  return state.status === "open" && (state.waitsSince !== null || lastAt > state.activeAt);
}

/** A backfilled thread needs no action. */
const NEW: ThreadState = {
  status: "done",
  activeAt: "",
  lastIncomingAt: null,
  waitsSince: null,
  assigneeId: null,
  nextAt: null,
  promised: null,
};

/** The state after an action; the same object if nothing changed. */
export function afterAct(state: ThreadState, act: ThreadAct, nowIso: string): ThreadState {
  switch (act.kind) {
    case "assign":
      return act.userId === state.assigneeId ? state : { ...state, assigneeId: act.userId };
    case "snooze":
      return state.nextAt === act.until ? state : { ...state, status: "snoozed", nextAt: act.until };
    case "done":
      return state.status === "done"
        ? state
        : { ...state, status: "done", waitsSince: null, nextAt: null, promised: null };
    case "kept":
      return afterKeeping(state);
    case "reopen":
      return state.status === "open" ? state : { ...state, status: "open", activeAt: nowIso, nextAt: null };
  }
}

/** The state once a snooze has ended or a promise is due; the same object before that. */
export function afterWaking(state: ThreadState, nowIso: string): ThreadState {
  if (state.nextAt === null || state.nextAt > nowIso) return state;
  return { ...state, status: "open", activeAt: nowIso, nextAt: null };
}

/** The state after the agent read their texts up to a time and found that nothing needs doing. */
export function afterReading(state: ThreadState, readUpTo: string): ThreadState {
  const isRead = state.lastIncomingAt !== null && state.lastIncomingAt <= readUpTo;
  if (state.status !== "open" || state.waitsSince === null || !isRead) return state;
  return { ...state, status: "answered", waitsSince: null };
}
