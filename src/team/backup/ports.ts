/** What backup, restore and deletion of a team are given: every place where something of a team is kept. */
import type { Databases } from "../../platform/db/databases.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { RemovableRpc, StoredRpc } from "../../agent/api/objects.ts";

/** A file of a team; its name is without the team's own folder. */
export interface TeamFile {
  readonly name: string;
  readonly bytes: number;
}

/** The folder of one team in the file bucket. */
export interface TeamFiles {
  /** In the order of their names, at most `limit`, after one. */
  list(after: string, limit: number): Promise<TeamFile[]>;
  remove(names: readonly string[]): Promise<void>;
}

/** A team's places. Asked for anew each time: an object that was reset is reached by a new call alone. */
export interface TeamPlaces {
  readonly files: TeamFiles;
  conversation(id: string): Promise<StoredRpc & { endRestored: EndRestored }>;
  tenant(): Promise<StoredRpc & { forgetLimits(tenantId: string): Promise<void> }>;
  search(): Promise<RemovableRpc & { rebuild(tenantId: string): Promise<unknown> }>;
  vectors(): Promise<RemovableRpc>;
  /** Ends the Workflow of an approval. Answers whether one was at work. */
  endWorkflow(approvalId: string): Promise<boolean>;
}

type EndRestored = (
  address: { readonly tenantId: string; readonly conversationId: string },
  at: string,
) => Promise<void>;

/** The deployment. */
export interface BackupDeps {
  /** The first one has the directory and the records of what was done. */
  readonly databases: Databases;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly places: (team: string) => TeamPlaces;
  /** Names of the agents, which a restored team has turned off. */
  readonly agents: readonly string[];
}
