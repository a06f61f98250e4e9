/** Ports of backup, restore and deletion: every place that stores data of a team. */
import type { Databases } from "../../platform/db/databases.ts";
import type { TeamFiles } from "../../platform/team-files.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { RemovableRpc, StoredRpc } from "../../agent/api/objects.ts";

/**
 * A team's storage places. Objects are opened anew each time, because a reset object is only reached by a new
 * stub.
 */
export interface TeamPlaces {
  readonly files: TeamFiles;
  conversation(id: string): Promise<StoredRpc & { endRestored: EndRestored }>;
  tenant(): Promise<StoredRpc & { forgetLimits(tenantId: string): Promise<void> }>;
  search(): Promise<RemovableRpc & { rebuild(tenantId: string): Promise<unknown> }>;
  vectors(): Promise<RemovableRpc>;
  /**
   * Disconnects one of its services: removes our webhooks at the vendor and revokes access, as far as the
   * vendor answers. Returns false if none is connected.
   */
  endConnection(): Promise<boolean>;
  /** Terminates an approval's Workflow. Returns whether one was running. */
  endWorkflow(approvalId: string): Promise<boolean>;
}

type EndRestored = (
  address: { readonly tenantId: string; readonly conversationId: string },
  at: string,
) => Promise<void>;

export interface BackupDeps {
  /** The first one contains the directory and the records of restores and deletions. */
  readonly databases: Databases;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly places: (team: string) => TeamPlaces;
  /** Names of the agents, which are turned off in a restored team. */
  readonly agents: readonly string[];
}
