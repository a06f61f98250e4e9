/** The workspace as everybody but approvals opens it: whatever changes a file outdates the drafts that wait for it. */
import { hasWaitingDrafts, markThreadStale } from "../approvals/index.ts";
import { tenantDb } from "../platform/db/index.ts";
import type { Env } from "../platform/env.ts";
import type { WorkspaceChange } from "./api/workspace-change.ts";
import type { WorkspaceDeps } from "./index.ts";
import { approvalDeps } from "../approvals/open.ts";
import { openFiles } from "./open-files.ts";
import { zoneOf } from "../platform/wiring/zone.ts";

/** The tenant's files. Cheap; make one per request or step. */
export function workspace(env: Env, tenantId: string): WorkspaceDeps {
  return openFiles(env, tenantId, [outdateDrafts]);
}

/** The same for tools, with the zone the team's days begin in. Throws `not_found` for a tenant that is none. */
export async function teamFiles(
  env: Env,
  tenantId: string,
): Promise<{ deps: WorkspaceDeps; timeZone: string }> {
  return { deps: workspace(env, tenantId), timeZone: await zoneOf(env, tenantId) };
}

/** Approvals of changes to a file that has changed since are stale: the agent drafts again. */
async function outdateDrafts(env: Env, tenantId: string, changes: readonly WorkspaceChange[]): Promise<void> {
  const db = tenantDb(env, tenantId);
  const paths = new Set(changes.flatMap(({ path, from }) => (from === null ? [path] : [path, from])));
  for (const path of paths) {
    const threadKey = `file:${path}`;
    if (!(await hasWaitingDrafts(db, threadKey))) continue;
    await markThreadStale(
      await approvalDeps(env, tenantId),
      threadKey,
      `${path} was changed since this was drafted.`,
    );
  }
}
