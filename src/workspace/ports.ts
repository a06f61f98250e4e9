/**
 * Ports of the workspace. Implemented in `src/workspace/open-files.ts`; contents in
 * `src/platform/file-blobs.ts`.
 */
import type { BlobStore } from "../platform/file-blobs.ts";
import type { TenantDb } from "../platform/db/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { IdSource } from "../kernel/ids.ts";
import type { PathWriter } from "./api/workspace-owners.ts";
import type { FileWordsQuery, FoundFiles } from "../platform/api/search-items.ts";
import type { WorkspaceChange } from "../platform/api/workspace-change.ts";

/** Rules for contents by path, such as those of skills. Pure. */
export interface PlaceRules {
  /** Whether the rules apply to a path. */
  concerns(path: string): boolean;
  /** Throws if a content violates them; called before anything is written. */
  check(path: string, content: string): void;
  /** Adapts a content to a new path, if it mentions its path. */
  fit(path: string, content: string): string;
}

/** One tenant's workspace. Does no I/O; create one per request or step. */
export interface WorkspaceDeps {
  readonly db: TenantDb;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly rules?: PlaceRules;
  /** The writer for paths owned by a module; see `asOwner` and `asMember`. Absent for everyone else. */
  readonly writer?: PathWriter;
  /**
   * Files that may contain some words, from the search index; without it every file is scanned. Null if the
   * index can't tell.
   */
  readonly filesNamed?: (query: FileWordsQuery) => Promise<FoundFiles | null>;
  /** Called with changes after they are written. Never throws; the write is not affected. */
  readonly changed: (changes: readonly WorkspaceChange[]) => Promise<void>;
}
