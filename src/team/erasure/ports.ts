/** Ports of erasure, for one tenant. Composed in `src/team/erasure/open.ts`. */
import type { ErasePlace } from "../archive/index.ts";
import type { Actor } from "../../platform/audit/index.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { SearchRpc } from "../../agent/api/objects.ts";
import type { StoredChange, StoredPage, StoredRows } from "../../platform/api/stored-rows.ts";

export interface ErasureDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Withdraws a pending draft and notifies its conversation. */
  readonly withdraw: (approvalId: string, by: Actor) => Promise<void>;
  /** Stops a conversation's object and deletes its data. */
  readonly wipeConversation: (id: string) => Promise<void>;
  readonly rowsInConversation: (id: string) => Promise<number>;
  /** The next rows of a conversation's object. Starts nothing. */
  readonly readConversation: (id: string, page: StoredPage) => Promise<StoredRows>;
  /** Changes its rows; see `ConversationRpc.rewrite`. */
  readonly changeConversation: (id: string, changes: readonly StoredChange[]) => Promise<void>;
  /** Content of a file version. */
  readonly readVersion: (sha256: string) => Promise<string>;
  /** Deletes our copies of attachments, by name. */
  readonly dropAttachments: (names: readonly string[]) => Promise<void>;
  /** Erases lines of the archive; see `eraseFromArchive`. */
  readonly eraseArchive: (
    isTheirs: (row: object) => boolean,
    after: ErasePlace | null,
    isDry?: boolean,
  ) => Promise<{ readonly lines: number; readonly next: ErasePlace | null }>;
  readonly search: () => Promise<Pick<SearchRpc, "query" | "rebuild" | "status">>;
}
