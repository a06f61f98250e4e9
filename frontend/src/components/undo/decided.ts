/**
 * The last decisions on this device and those in flight. Outlives the card, because the next card opens at once and the toast and the `u` key work
 * on every page.
 */
import { useSyncExternalStore } from "react";
import type { Approval } from "../../../../src/approvals/api/approval.ts";

interface Decided {
  /** Ids of the last decisions, which were made together; empty once undone or forgotten. */
  readonly last: readonly string[];
  /** Ids awaiting the server's answer. */
  readonly underWay: readonly string[];
  /** No longer shown: its toast was closed, or it had its time. */
  readonly forgotten: ReadonlySet<string>;
}

let state: Decided = { last: [], underWay: [], forgotten: new Set() };
const listeners = new Set<() => void>();
const answers = new Set<Promise<unknown>>();

function change(next: Partial<Decided>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The state now, and again with each change. */
export function useDecided(): Decided {
  return useSyncExternalStore(subscribe, () => state);
}

export const decided = {
  now: (): Decided => state,

  /** Remembers these as decided last. */
  note(approvals: readonly Pick<Approval, "id">[]): void {
    const last = approvals.map(({ id }) => id);
    change({ last, forgotten: new Set([...state.forgotten].filter((id) => !last.includes(id))) });
  },

  /** Sends decisions; those the server accepted become the last decisions. */
  async send(
    approvals: readonly Pick<Approval, "id">[],
    ask: () => Promise<readonly Approval[]>,
  ): Promise<readonly Approval[]> {
    const ids = approvals.map(({ id }) => id);
    change({ underWay: [...state.underWay, ...ids] });
    const answer = ask();
    answers.add(answer);
    try {
      const taken = await answer;
      if (taken.length > 0) decided.note(taken);
      return taken;
    } finally {
      answers.delete(answer);
      change({ underWay: state.underWay.filter((id) => !ids.includes(id)) });
    }
  },

  /** Waits until the server has answered for everything decided so far. */
  async answered(): Promise<void> {
    await Promise.allSettled(answers);
  },

  /** Shows the last no more; `u` still knows it. */
  forget(): void {
    change({ forgotten: new Set([...state.forgotten, ...state.last]) });
  },

  /** The last was undone: it may be decided, and spoken of, again. */
  undone(): void {
    change({ last: [] });
  },
};
