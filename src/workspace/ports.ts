/** What the workspace needs of the world. Given by `src/workspace/open-files.ts`; contents by `src/platform/file-blobs.ts`. */
import type { TenantDb } from "../platform/db/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { IdSource } from "../kernel/ids.ts";
import type { PathWriter } from "./api/workspace-owners.ts";
import type { FileWordsQuery, FoundFiles } from "../knowledge/api/search-items.ts";
import type { WorkspaceChange } from "./api/workspace-change.ts";

/** Contents of one tenant by their SHA-256 (hex). A blob never changes. */
export interface BlobStore {
  /** Stores a content under its hash; what is there already stays. */
  put(sha256: string, content: string): Promise<void>;
  /** A content. Throws `content_missing` where it is: a version never points at nothing, unless storage lost it. */
  get(sha256: string): Promise<string>;
}

/** A content in its place, with when it was put there in milliseconds since the epoch. */
export interface StoredBlob {
  readonly sha256: string;
  readonly storedAt: number;
}

/** A content quarantined on a day (UTC). */
export interface QuarantinedBlob {
  readonly sha256: string;
  readonly day: string;
}

/** The same contents as the clean-up sees them. Every step may be repeated. */
export interface BlobQuarantine {
  /** Contents in their places, a page of them, in order of their hashes after one. */
  stored(after: string): Promise<{ readonly items: readonly StoredBlob[]; readonly more: boolean }>;
  /** Contents in quarantine, at most a thousand. */
  list(): Promise<readonly QuarantinedBlob[]>;
  /** Moves a content into quarantine; it stays readable. */
  add(blob: QuarantinedBlob): Promise<void>;
  /** Moves it back. */
  restore(blob: QuarantinedBlob): Promise<void>;
  /** Deletes these from quarantine, and no copy quarantined on another day. At most a thousand. */
  drop(blobs: readonly QuarantinedBlob[]): Promise<void>;
}

/** Rules that a place has for the contents in it, such as those of a skill. Pure. */
export interface PlaceRules {
  /** Whether there are any for a path. */
  concerns(path: string): boolean;
  /** Throws where a content breaks them; asked before anything is written. */
  check(path: string, content: string): void;
  /** What a content becomes when its file is moved to a path: itself, or what says its place in its words. */
  fit(path: string, content: string): string;
}

/** One tenant's workspace. Cheap; make one per request or step. */
export interface WorkspaceDeps {
  readonly db: TenantDb;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly rules?: PlaceRules;
  /** Who writes where a module owns the path; see `asOwner` and `asMember`. Absent for everything else. */
  readonly writer?: PathWriter;
  /** Files that may hold some words, by the search index; without it every file is looked at. Null where the index can't say. */
  readonly filesNamed?: (query: FileWordsQuery) => Promise<FoundFiles | null>;
  /** Told what changed, once it is written. Never throws; a change stands without it. */
  readonly changed: (changes: readonly WorkspaceChange[]) => Promise<void>;
}
