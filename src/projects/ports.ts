/** Ports of the project use cases. */
import type { Actor } from "../platform/audit/index.ts";
import type { TenantDb } from "../platform/db/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { IdSource } from "../kernel/ids.ts";

/** What was written, for pages and event consumers. */
export interface ProjectNews {
  readonly projectIds: readonly string[];
  /** New, changed or deleted tasks. */
  readonly taskIds: readonly string[];
  /** Other kinds of written records, such as `comment`. */
  readonly entities: readonly string[];
}

/** For one tenant. Does no I/O; created per request or step. */
export interface ProjectDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** IDs created in the same batch, which are valid references. */
  readonly fresh?: ReadonlySet<string>;
  /** Notifies open pages and event consumers. Best effort: never throws. */
  readonly announce: (news: ProjectNews) => Promise<void>;
}

/** The author of a write, and its cause. */
export interface Writer {
  readonly actor: Actor;
  /** Who approved it, if an approval led to it. */
  readonly approver?: Actor | undefined;
  /** The writing run; null for a person. */
  readonly runId?: string | null;
  /** Automation rules that caused it, in order; none of them is triggered again. */
  readonly chain?: readonly string[];
  /** Shared ID prefix of changes that belong together, by which they are found and reverted together. */
  readonly bundle?: string;
  /** Comes from the service that owns a linked task, so its owned fields may change. */
  readonly fromLink?: boolean;
}

/** A task as a text asks for it. */
export interface FoundTask {
  /** What is to be done, short. */
  readonly summary: string;
  readonly description: string;
  readonly type: "task" | "bug" | "story" | "epic";
  /** The words of the text that ask for it. */
  readonly quote: string;
  readonly labels: readonly string[];
  readonly components: readonly string[];
  readonly estimatedHours: number | null;
}

/** Finds what a text asks to be done. Throws AppError `upstream_failed` where nothing came of it. */
export type ExtractTasks = (asked: {
  readonly text: string;
  readonly conversationId: string;
  readonly runId: string | undefined;
}) => Promise<readonly FoundTask[]>;
