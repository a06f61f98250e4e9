/** What a run did to files, for its trace. */
import { eq, sql } from "drizzle-orm";
import { byIds } from "../platform/db/index.ts";
import { workspaceFiles, workspaceVersions } from "./tables/workspace.ts";
import type { FileChange } from "./api/workspace-change.ts";
import { nameOf } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";

/** Changes told of one run: more than its limits allow it to make. */
const MOST = 200;

/** One change of a run. */
export interface RunChange {
  /** Where the file is now; null where it is gone. */
  readonly path: string | null;
  /** What it was called when it was changed. */
  readonly name: string;
  /** The version the change made. */
  readonly etag: string;
  readonly change: FileChange;
  readonly at: string;
}

/** The changes a run made, in order. */
export async function changesOfRun({ db }: Pick<WorkspaceDeps, "db">, runId: string): Promise<RunChange[]> {
  const rows = await db
    .rows(workspaceVersions, eq(workspaceVersions.runId, runId))
    // The plus keeps the order from being read from its index, version by version of the team.
    .orderBy(sql`+${workspaceVersions.at}`)
    .limit(MOST);
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ fileId }) => fileId))];
  const heads = await db.rows(workspaceFiles, byIds(workspaceFiles.id, ids));
  const live = new Map(heads.filter((head) => head.deletedAt === null).map(({ id, path }) => [id, path]));
  return rows.map((row) => ({
    path: live.get(row.fileId) ?? null,
    name: nameOf(row.path),
    etag: row.id,
    change: row.change,
    at: row.at,
  }));
}
