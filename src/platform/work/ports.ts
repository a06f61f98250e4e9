/** Ports of the clock, connected in `src/platform/clock.ts`. */
import type { SystemDb, TenantDb } from "../db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Logger } from "../../kernel/log.ts";
import type { QueueName, Work, WorkMessage } from "./types.ts";
import type { WorkName } from "./kinds.ts";

/** Sends any number of messages to a queue, with a delivery delay in seconds. Throws if the queue fails. */
export type SendWork = (
  queue: QueueName,
  messages: readonly WorkMessage[],
  delaySeconds?: number,
) => Promise<void>;

export interface HandOutDeps {
  readonly system: SystemDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly send: SendWork;
}

export interface WorkDeps extends HandOutDeps {
  readonly ids: IdSource;
  readonly dbOf: (tenantId: string) => TenantDb;
  readonly works: Readonly<Record<WorkName, Work>>;
}
