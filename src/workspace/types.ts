/** Types of the workspace. */
import type { workspaceFiles, workspaceVersions } from "./tables/workspace.ts";
import type { Actor } from "../platform/audit/index.ts";
import type { FileAuthor } from "../platform/api/workspace-change.ts";

/** A file's head as stored. */
export type FileRow = typeof workspaceFiles.$inferSelect;
/** A version as stored. */
export type VersionRow = typeof workspaceVersions.$inferSelect;

/** The author of a change, and what led to it. */
export interface Origin {
  readonly author: FileAuthor;
  readonly runId?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly messageId?: string | undefined;
  /**
   * Source of untrusted content in the new version, as a phrase. A file with a source is read as data, never
   * as the team's own words.
   */
  readonly source?: string | undefined;
  /**
   * A person has reviewed exactly this content (an approval): the file's untrusted mark is cleared, the
   * version's is kept.
   */
  readonly reviewed?: boolean | undefined;
  /** Who approved it, by name. */
  readonly approvedBy?: string | undefined;
  readonly approver?: Actor | undefined;
}

export interface FileWithContent {
  readonly row: FileRow;
  readonly content: string;
}
