/** What the use cases of projects are given. */
import type { Actor } from "../platform/audit/index.ts";
import type { TenantDb } from "../platform/db/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { IdSource } from "../kernel/ids.ts";

/** What was written, for pages that show it and for whoever acts on events. */
export interface ProjectNews {
  readonly projectIds: readonly string[];
  /** Tasks that are new, changed or gone. */
  readonly taskIds: readonly string[];
  /** Other kinds of records that were written, such as `comment`. */
  readonly entities: readonly string[];
}

/** One tenant's. Cheap; made per request or step. */
export interface ProjectDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Ids that are made in the same batch: what names them is right. */
  readonly fresh?: ReadonlySet<string>;
  /** Open pages and consumers of events hear of it. Best effort: never throws. */
  readonly announce: (news: ProjectNews) => Promise<void>;
}

/** Who writes, and what led to it. */
export interface Writer {
  readonly actor: Actor;
  /** The run that writes; null where a person does. */
  readonly runId?: string | null;
  /** Automation rules that led to it, the first one first: none of them hears of it again. */
  readonly chain?: readonly string[];
  /** Of writes that are one thing: their changes have ids that begin so, by which they are found and taken back together. */
  readonly bundle?: string;
  /** It comes from the service that keeps a linked task: nothing of it is kept from being changed. */
  readonly fromLink?: boolean;
}
