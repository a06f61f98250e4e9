/** File changes of a run, for its trace. */
import type * as z from "zod";
import { eq, sql } from "drizzle-orm";
import { byIds } from "../platform/db/index.ts";
import { workspaceFiles, workspaceVersions } from "./tables/workspace.ts";
import { nameOf } from "./path.ts";
import type { WorkspaceDeps } from "./ports.ts";
import type { runTraceSchema } from "../agent/api/run.ts";

/** Maximum changes shown per run; more than a run's limits allow. */
const MOST = 200;

type RunChange = z.infer<typeof runTraceSchema>["files"][number];

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
