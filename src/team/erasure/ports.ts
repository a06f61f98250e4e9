/** What erasing a person takes of the world; one tenant's. Composed by `src/team/erasure/open.ts`. */
import type { ErasePlace } from "../archive/index.ts";
import type { Actor } from "../../platform/audit/index.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { SearchRpc, StoredChange, StoredPage, StoredRows } from "../../agent/api/objects.ts";

export interface ErasureDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Withdraws a draft that waits, and tells its conversation. */
  readonly withdraw: (approvalId: string, by: Actor) => Promise<void>;
  /** Ends what goes on in a conversation's object and deletes all it holds. */
  readonly wipeConversation: (id: string) => Promise<void>;
  readonly rowsInConversation: (id: string) => Promise<number>;
  /** The next rows of a conversation's object. Nothing starts by it. */
  readonly readConversation: (id: string, page: StoredPage) => Promise<StoredRows>;
  /** Changes rows of it; see `ConversationRpc.rewrite`. */
  readonly changeConversation: (id: string, changes: readonly StoredChange[]) => Promise<void>;
  /** What stood in a version of a file. */
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
