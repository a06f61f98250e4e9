/** A thread of the inbox, and its events. */
import type { CallOutcome } from "../api/threads.ts";
import type { textThreads, threadEntries } from "../tables/threads.ts";

export type ThreadRow = typeof textThreads.$inferSelect;
/** An action or note on record. */
export type EntryRow = typeof threadEntries.$inferSelect;

/** Our line and the outside number, both E.164; or our mailbox and the ID of an e-mail thread. */
export interface ThreadKey {
  readonly number: string;
  readonly line: string;
}

/** What determines the views a thread appears in. Times are ISO. */
export type ThreadState = Pick<
  ThreadRow,
  "status" | "activeAt" | "lastIncomingAt" | "waitsSince" | "assigneeId" | "nextAt" | "promised"
>;

/** A message on record, as far as it moves its thread. */
export interface Said {
  readonly at: string;
  readonly direction: "incoming" | "outgoing";
  /** Excerpt. */
  readonly words: string;
  /** All of it. */
  readonly text: string;
  /** More than a reaction or an automatic message. */
  readonly asks: boolean;
  /** Of a call. */
  readonly call?: CallOutcome;
  /** It reached us soon after it was written; what is older is history. */
  readonly isFresh: boolean;
}

/** Summary of a thread's messages on record. */
export interface Heard {
  readonly lastAt: string;
  readonly lastDirection: "incoming" | "outgoing";
  readonly lastWords: string;
  /** Their newest message that asks for an answer; null if there is none. */
  readonly lastIncomingAt: string | null;
  /** Their first message since our last one. */
  readonly waitsSince: string | null;
  /** How their call ended, if the newest message is a call or a missed one waits. */
  readonly call: CallOutcome | null;
  /** It arrived live; backfilled messages need no action. */
  readonly isFresh: boolean;
}

export type ThreadAct =
  | { readonly kind: "assign"; readonly userId: string | null }
  | { readonly kind: "snooze"; readonly until: string }
  | { readonly kind: "done" }
  | { readonly kind: "reopen" }
  | { readonly kind: "kept" };
