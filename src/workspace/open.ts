/** The workspace as everybody but approvals opens it: whatever changes a file outdates the drafts that wait for it. */
import { hasWaitingDrafts, markThreadStale } from "../approvals/index.ts";
import type { TenantContext } from "../platform/context.ts";
import type { WorkspaceChange } from "./api/workspace-change.ts";
import type { WorkspaceDeps } from "./index.ts";
import { approvalDeps } from "../approvals/open.ts";
import { openFiles } from "./open-files.ts";

/** The tenant's files. Cheap; make one per request or step. */
export function workspace(ctx: TenantContext): WorkspaceDeps {
  return openFiles(ctx, [outdateDrafts]);
}

/** The same for tools, with the zone the team's days begin in. Throws `not_found` for a tenant that is none. */
export async function teamFiles(ctx: TenantContext): Promise<{ deps: WorkspaceDeps; timeZone: string }> {
  return { deps: workspace(ctx), timeZone: await ctx.timeZone() };
}

/** Approvals of changes to a file that has changed since are stale: the agent drafts again. */
async function outdateDrafts(ctx: TenantContext, changes: readonly WorkspaceChange[]): Promise<void> {
  const db = ctx.db;
  const paths = new Set(changes.flatMap(({ path, from }) => (from === null ? [path] : [path, from])));
  for (const path of paths) {
    const threadKey = `file:${path}`;
    if (!(await hasWaitingDrafts(db, threadKey))) continue;
    await markThreadStale(await approvalDeps(ctx), threadKey, `${path} was changed since this was drafted.`);
  }
}
