/** Ports of the mirror. Implemented in `src/workspace/mirror/open.ts`. */
import type { FileAuthor } from "../../platform/api/workspace-change.ts";
import type { WorkspaceDeps } from "../index.ts";

/** A file on the branch. */
export interface RemoteFile {
  readonly path: string;
  /** Git's hash of the content. */
  readonly blobSha: string;
  readonly sizeBytes: number;
}

/** The branch on GitHub. */
export interface Remote {
  head(): Promise<{ readonly sha: string; readonly tree: string }>;
  files(tree: string): Promise<readonly RemoteFile[]>;
  /** Null if it is not text. */
  content(blobSha: string): Promise<string | null>;
  /** Whether `base` is an ancestor of `head`; false if that is unknown. */
  standsOn(head: string, base: string): Promise<boolean>;
  /** The last commit up to `from` that changed a path. */
  lastChange(
    path: string,
    from: string,
  ): Promise<{
    readonly sha: string;
    readonly author: { readonly name: string; readonly email: string; readonly login: string | null };
    /** Whether GitHub verified the author. Name and address in a commit can be forged. */
    readonly isProven: boolean;
  } | null>;
}

/** A commit to make; a null hash removes the file. */
export interface CommitPlan {
  readonly parent: string;
  readonly message: string;
  readonly files: readonly { readonly path: string; readonly sha256: string | null }[];
}

/** The result of a commit: its hash, an error as a sentence, or that it continues in the background. */
export type Committed =
  | { readonly sha: string }
  | { readonly problem: string }
  | { readonly isUnderWay: true };

/** Both sides of a sync. */
export interface Sides {
  /** The team's files. What is on GitHub was accepted there, so it is never refused here by path rules. */
  readonly files: WorkspaceDeps;
  readonly repository: string;
  /** Whether accounts' sources are mirrored too. */
  readonly withSources: boolean;
  readonly remote: Remote;
  /** The member with this address; null for anyone else. */
  readonly member: (email: string) => Promise<FileAuthor | null>;
  /** Commits through the ledger. */
  readonly commit: (plan: CommitPlan) => Promise<Committed>;
}

/** Dependencies of a sync. */
export interface MirrorDeps extends Sides {
  /** The lease that allows this sync to write the base. */
  readonly lease: string;
  /** When this sync starts no further work, well before its lease ends; the next one continues. */
  readonly untilMs: number;
}
