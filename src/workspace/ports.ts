/** What the workspace needs of the world. Given by `src/app/workspace.ts`. */
import type { TenantDb } from "../db/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { IdSource } from "../kernel/ids.ts";
import type { WorkspaceChange } from "../protocol/workspace.ts";

/** Contents of one tenant by their SHA-256 (hex). A blob never changes. */
export interface BlobStore {
  /** Stores a content under its hash; what is there already stays. */
  put(sha256: string, content: string): Promise<void>;
  /** A content. Throws where it is missing: a version never points at nothing. */
  get(sha256: string): Promise<string>;
}

/** One tenant's workspace. Cheap; make one per request or step. */
export interface WorkspaceDeps {
  readonly db: TenantDb;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Throws where a place has rules that a content breaks, such as those of a skill; asked before anything is written. */
  readonly check?: (path: string, content: string) => void;
  /** Told what changed, once it is written. Never throws; a change stands without it. */
  readonly changed: (changes: readonly WorkspaceChange[]) => Promise<void>;
}
