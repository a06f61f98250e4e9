/** File changes of a run, for its trace. */
import { eq, sql } from "drizzle-orm";
import { byIds } from "../platform/db/index.ts";
import { workspaceFiles, workspaceVersions } from "./tables/workspace.ts";
import type { FileChange } from "../platform/api/workspace-change.ts";
import { nameOf } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";

/** Maximum changes shown per run; more than a run's limits allow. */
const MOST = 200;

interface RunChange {
  /** The file's current path; null if deleted. */
  readonly path: string | null;
  /** The file's path at the time. */
  readonly name: string;
  /** The version it created. */
  readonly etag: string;
  readonly change: FileChange;
  readonly at: string;
}

/** In order. */
export async function changesOfRun({ db }: Pick<WorkspaceDeps, "db">, runId: string): Promise<RunChange[]> {
  const rows = await db
    .rows(workspaceVersions, eq(workspaceVersions.runId, runId))
    // The unary plus keeps SQLite from using the index on time, which would scan all of the team's versions.
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
