/**
 * The transitions of a thread. Pure, and the only place that decides its status. What the records say may be heard any number of times, in any order:
 * only a text of theirs that is newer than every one heard before brings a thread back.
 */
import type { Heard, ThreadAct, ThreadState } from "./types.ts";

/** What a thread is after its texts were read; `state` is null for one that is new. */
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
  if (isNews && heard.isFresh) return { ...known, status: "open", waitsSince, nextAt: null };
  return { ...known, waitsSince: before.waitsSince === null ? null : waitsSince };
}

/** Whether a text of ours answered it; one that somebody reopened is answered by what we write after that. */
function isAnswered(state: ThreadState | null, { lastAt, isFresh }: Heard): boolean {
  if (state === null) return isFresh;
  return state.status === "open" && (state.waitsSince !== null || lastAt > state.activeAt);
}

/** A thread that is read from the past is nobody's work. */
const NEW: ThreadState = {
  status: "done",
  activeAt: "",
  lastIncomingAt: null,
  waitsSince: null,
  assigneeId: null,
  nextAt: null,
};

/** What a thread is after an act; the same object where the act changes nothing. */
export function afterAct(state: ThreadState, act: ThreadAct, nowIso: string): ThreadState {
  switch (act.kind) {
    case "assign":
      return act.userId === state.assigneeId ? state : { ...state, assigneeId: act.userId };
    case "snooze":
      return state.nextAt === act.until ? state : { ...state, status: "snoozed", nextAt: act.until };
    case "done":
      return state.status === "done" ? state : { ...state, status: "done", waitsSince: null, nextAt: null };
    case "reopen":
      return state.status === "open" ? state : { ...state, status: "open", activeAt: nowIso, nextAt: null };
  }
}

/** What a thread is once its time has come; the same object before that. */
export function afterWaking(state: ThreadState, nowIso: string): ThreadState {
  if (state.nextAt === null || state.nextAt > nowIso) return state;
  return { ...state, status: "open", activeAt: nowIso, nextAt: null };
}

/** What a thread is once the agent has read all of theirs up to a time and found that nothing needs doing. */
export function afterReading(state: ThreadState, readUpTo: string): ThreadState {
  const isRead = state.lastIncomingAt !== null && state.lastIncomingAt <= readUpTo;
  if (state.status !== "open" || state.waitsSince === null || !isRead) return state;
  return { ...state, status: "answered", waitsSince: null };
}
