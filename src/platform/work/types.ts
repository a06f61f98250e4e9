/** Types of the clock. */

/**
 * A queue message. It only names the work, which the rows describe, so that a lost, late or duplicate
 * message is harmless.
 */
export interface WorkMessage {
  readonly tenantId: string;
  readonly kind: string;
  /**
   * One item of the tenant, such as a number with waiting texts, processed independently; empty for all due
   * work of the kind.
   */
  readonly key: string;
}

/** The messages of a batch about one team and kind, processed together so that a burst shares its reads. */
export interface WorkGroup {
  readonly tenantId: string;
  readonly kind: string;
  /** As in `Task`. */
  readonly keys: readonly string[];
}

/** Queues by what their work may wait for (docs/decisions/0015-queues.md). */
const QUEUES = ["urgent", "inbox", "jobs", "timed", "polls", "long"] as const;
export type QueueName = (typeof QUEUES)[number];

/** A piece of work. It should stop at `untilMs` and leave the rest to the next piece. */
export interface Task {
  readonly tenantId: string;
  /** The items it is about, without duplicates; empty for all due work of the kind. */
  readonly keys: readonly string[];
  readonly untilMs: number;
}

/** `more`: the time was up first; it is dispatched again at once. */
export type WorkResult = "done" | "more";

/** Does a kind's work for one tenant. May be repeated and may run concurrently. Throws on failure. */
export type Work = (task: Task) => Promise<WorkResult>;
