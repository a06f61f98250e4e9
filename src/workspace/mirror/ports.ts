/** What the mirror needs of the world. Given by `src/workspace/mirror/open.ts`. */
import type { FileAuthor } from "../api/workspace-change.ts";
import type { WorkspaceDeps } from "../index.ts";

/** A file as the branch holds it. */
export interface RemoteFile {
  readonly path: string;
  /** Git's name of the content. */
  readonly blobSha: string;
  readonly sizeBytes: number;
}

/** The branch on GitHub. */
export interface Remote {
  head(): Promise<{ readonly sha: string; readonly tree: string }>;
  files(tree: string): Promise<readonly RemoteFile[]>;
  /** Null for what is not text. */
  content(blobSha: string): Promise<string | null>;
  /** Whether a commit is among those one stands on; false where that cannot be said. */
  standsOn(head: string, base: string): Promise<boolean>;
  /** The last commit up to `from` that changed a path. */
  lastChange(
    path: string,
    from: string,
  ): Promise<{
    readonly sha: string;
    readonly author: { readonly name: string; readonly email: string; readonly login: string | null };
    /** Whether GitHub vouches for the author. Anybody can write any name and address into a commit. */
    readonly isProven: boolean;
  } | null>;
}

/** One commit to make; a null hash removes the file. */
export interface CommitPlan {
  readonly parent: string;
  readonly message: string;
  readonly files: readonly { readonly path: string; readonly sha256: string | null }[];
}

/** What became of a commit: its name, what went wrong in words, or that it goes on without being waited for. */
export type Committed =
  | { readonly sha: string }
  | { readonly problem: string }
  | { readonly isUnderWay: true };

/** Both sides as a sync is given them. */
export interface Sides {
  /** The team's files. What GitHub holds was accepted there: it is never refused here for a place's rules. */
  readonly files: WorkspaceDeps;
  readonly repository: string;
  /** Whether what is filed with accounts goes there too. */
  readonly withSources: boolean;
  readonly remote: Remote;
  /** The member of the team with this address; null for anybody else. */
  readonly member: (email: string) => Promise<FileAuthor | null>;
  /** Makes the commit through the ledger. */
  readonly commit: (plan: CommitPlan) => Promise<Committed>;
}

/** Everything a sync works with. */
export interface MirrorDeps extends Sides {
  /** By which this sync may write what both sides held. */
  readonly lease: string;
  /** When this sync begins nothing more, well before its lease ends; the next goes on. */
  readonly untilMs: number;
}
