/** The workspace for all rooms but approvals: file changes also outdate pending drafts of those files. */
import { hasWaitingDrafts, markThreadStale } from "../approvals/index.ts";
import type { TenantContext } from "../platform/context.ts";
import type { WorkspaceChange } from "../platform/api/workspace-change.ts";
import { type WorkspaceDeps, asOwner, pathKey, writeFile } from "./index.ts";
import { approvalDeps } from "../approvals/open.ts";
import { openFiles } from "./open-files.ts";
import { eq } from "drizzle-orm";
import { AppError } from "../kernel/errors.ts";
import { workspaceFiles } from "./tables/workspace.ts";

/** Does no I/O; create one per request or step. */
export function workspace(ctx: TenantContext): WorkspaceDeps {
  return openFiles(ctx, [outdateDrafts]);
}

/** For tools, with the team's time zone. Throws `not_found` for an unknown tenant. */
export async function teamFiles(ctx: TenantContext): Promise<{ deps: WorkspaceDeps; timeZone: string }> {
  return { deps: workspace(ctx), timeZone: await ctx.timeZone() };
}

/** Marks approvals as stale if their file has changed: the agent drafts again. */
async function outdateDrafts(ctx: TenantContext, changes: readonly WorkspaceChange[]): Promise<void> {
  const db = ctx.db;
  const paths = new Set(changes.flatMap(({ path, from }) => (from === null ? [path] : [path, from])));
  for (const path of paths) {
    const threadKey = `file:${path}`;
    if (!(await hasWaitingDrafts(db, threadKey))) continue;
    await markThreadStale(await approvalDeps(ctx), threadKey, { code: "file_changed", path });
  }
}

const AUTHOR = { kind: "system", id: "system:steward", name: "Steward" } as const;

/** Writes a team's file unless this path exists or ever existed. */
export function writeOnce(ctx: TenantContext): (path: string, content: string) => Promise<void> {
  const db = ctx.db;
  return async (path, content) => {
    const isKnown = (await db.find(workspaceFiles, eq(workspaceFiles.pathKey, pathKey(path)))) !== null;
    if (isKnown) return;
    try {
      // Skills are among a team's initial files.
      await writeFile(asOwner(workspace(ctx), "skills"), { path, content, author: AUTHOR });
    } catch (error) {
      // Another consumer of the same event wrote it in the meantime.
      if (!(error instanceof AppError && error.code === "exists")) throw error;
    }
  };
}
