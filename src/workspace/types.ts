/** The words of the workspace. */
import type { workspaceFiles, workspaceVersions } from "./tables/workspace.ts";
import type { FileAuthor } from "./api/workspace-change.ts";

/** A file's head as stored. */
export type FileRow = typeof workspaceFiles.$inferSelect;
/** A version as stored. */
export type VersionRow = typeof workspaceVersions.$inferSelect;

/** Who changes a file, and what led to it. */
export interface Origin {
  readonly author: FileAuthor;
  readonly runId?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly messageId?: string | undefined;
  /** Where outside text in the new content came from, in words. A file with a source is read as data, never as the team's own words. */
  readonly source?: string | undefined;
  /** A person has read this very content (an approval): the file's mark of outside text goes, the version's stays. */
  readonly reviewed?: boolean | undefined;
}

/** A file with its content. */
export interface FileWithContent {
  readonly row: FileRow;
  readonly content: string;
}
