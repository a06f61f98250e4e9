/** What the clock needs of the world. Given by `src/platform/clock.ts`. */
import type { SystemDb, TenantDb } from "../db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Logger } from "../../kernel/log.ts";
import type { QueueName, Work, WorkMessage } from "./types.ts";
import type { WorkName } from "./kinds.ts";

/** Puts messages into a queue, any number; they are delivered so many seconds later. Throws where the queue does. */
export type SendWork = (
  queue: QueueName,
  messages: readonly WorkMessage[],
  delaySeconds?: number,
) => Promise<void>;

/** What handing out is given. */
export interface HandOutDeps {
  readonly system: SystemDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly send: SendWork;
}

/** What working is given. */
export interface WorkDeps extends HandOutDeps {
  readonly ids: IdSource;
  readonly dbOf: (tenantId: string) => TenantDb;
  readonly works: Readonly<Record<WorkName, Work>>;
}
