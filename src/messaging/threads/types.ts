/** A thread of the text inbox, and its events. */
import type { textThreads, threadEntries } from "../tables/threads.ts";

export type ThreadRow = typeof textThreads.$inferSelect;
/** An action or note on record. */
export type EntryRow = typeof threadEntries.$inferSelect;

/** Our line and the outside number, both E.164. */
export interface ThreadKey {
  readonly number: string;
  readonly line: string;
}

/** What determines the views a thread appears in. Times are ISO. */
export type ThreadState = Pick<
  ThreadRow,
  "status" | "activeAt" | "lastIncomingAt" | "waitsSince" | "assigneeId" | "nextAt"
>;

/** Summary of a thread's texts on record. */
export interface Heard {
  readonly lastAt: string;
  readonly lastDirection: "incoming" | "outgoing";
  readonly lastWords: string;
  /** Their newest text that is more than a reaction; null if there is none. */
  readonly lastIncomingAt: string | null;
  /** Their first text since our last one. */
  readonly waitsSince: string | null;
  /** It arrived live; backfilled texts need no action. */
  readonly isFresh: boolean;
}

/** An action on a thread. */
export type ThreadAct =
  | { readonly kind: "assign"; readonly userId: string | null }
  | { readonly kind: "snooze"; readonly until: string }
  | { readonly kind: "done" }
  | { readonly kind: "reopen" };
