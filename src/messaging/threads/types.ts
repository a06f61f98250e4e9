/** A thread of the text inbox, and what happens to it. */
import type { textThreads, threadEntries } from "../tables/threads.ts";

/** As it is recorded. */
export type ThreadRow = typeof textThreads.$inferSelect;
/** What the team did or wrote, as it is recorded. */
export type EntryRow = typeof threadEntries.$inferSelect;

/** Our line and the outside number, both E.164. */
export interface ThreadKey {
  readonly number: string;
  readonly line: string;
}

/** What decides where a thread is listed. Times are ISO. */
export type ThreadState = Pick<
  ThreadRow,
  "status" | "activeAt" | "lastIncomingAt" | "waitsSince" | "assigneeId" | "nextAt"
>;

/** What the records say of a thread's texts. */
export interface Heard {
  readonly lastAt: string;
  readonly lastDirection: "incoming" | "outgoing";
  readonly lastWords: string;
  /** The newest of theirs that is no mere reaction; null where there is none. */
  readonly lastIncomingAt: string | null;
  /** The first of theirs since our last word. */
  readonly waitsSince: string | null;
  /** It came in as it was written: what is read from the past asks nobody for anything. */
  readonly isFresh: boolean;
}

/** What a person does with a thread. */
export type ThreadAct =
  | { readonly kind: "assign"; readonly userId: string | null }
  | { readonly kind: "snooze"; readonly until: string }
  | { readonly kind: "done" }
  | { readonly kind: "reopen" };
