/** The words of the clock: what is handed out through the queues, and to whom. */

/** What a queue carries: names alone. The rows say what is to be done, so a message that is lost, late or double harms nothing. */
export interface WorkMessage {
  readonly tenantId: string;
  readonly kind: string;
  /** One thing of the tenant's, such as a number whose texts wait, worked on beside everything else; empty for all that is due of the kind. */
  readonly key: string;
}

/** The messages of a batch that are about one team and kind: worked on together, so that a burst reads what they share once. */
export interface WorkGroup {
  readonly tenantId: string;
  readonly kind: string;
  /** As of `Task`. */
  readonly keys: readonly string[];
}

/** Queues by what may wait behind what (docs/decisions/0015-queues.md). */
const QUEUES = ["urgent", "inbox", "jobs", "timed", "polls", "long"] as const;
export type QueueName = (typeof QUEUES)[number];

/** What a piece of work is given: it stops by itself at `untilMs`, and leaves what is left to the next piece. */
export interface Task {
  readonly tenantId: string;
  /** The things it is about, each once; none for all that is due of the kind. */
  readonly keys: readonly string[];
  readonly untilMs: number;
}

/** `more`: time ran out before the work did; it is handed out again at once. */
export type WorkResult = "done" | "more";

/** Does a kind's work for one tenant. May be repeated and may run at the same time as another of the same. Throws what went wrong. */
export type Work = (task: Task) => Promise<WorkResult>;
