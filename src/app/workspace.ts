/** Composition of the workspace: a tenant's files over R2 and D1, and who is told when one changes. */
import { hasWaitingDrafts, markThreadStale } from "../approvals/index.ts";
import { dbFor, systemDb } from "../db/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { systemIds } from "../kernel/ids.ts";
import type { Env } from "../platform/env.ts";
import { fileBlobs } from "../platform/file-blobs.ts";
import { systemLogger } from "../platform/logger.ts";
import type { WorkspaceChange } from "../protocol/workspace.ts";
import { requireValidSkill } from "../skills/index.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import { approvalDeps } from "./approvals.ts";
import { publish } from "./feed.ts";
import { indexSoon } from "./search.ts";

/** News named one by one to open pages. */
const NAMED = 50;

/** Who is told of changed files, each on its own: one that fails stops no other and no write. */
const REACTIONS: readonly ((
  env: Env,
  tenantId: string,
  changes: readonly WorkspaceChange[],
) => Promise<unknown>)[] = [tellPages, indexAnew, outdateDrafts];

/** The tenant's files. Cheap; make one per request or step. */
export function workspace(env: Env, tenantId: string): WorkspaceDeps {
  return {
    db: dbFor(env.DB, tenantId),
    blobs: fileBlobs(env.FILES, tenantId),
    clock: systemClock,
    ids: systemIds,
    check: requireValidSkill,
    async changed(changes) {
      if (changes.length === 0) return;
      const told = await Promise.allSettled(REACTIONS.map((react) => react(env, tenantId, changes)));
      for (const result of told) {
        if (result.status === "rejected")
          systemLogger.warn("workspace.reaction_failed", { tenantId, error: result.reason });
      }
    },
  };
}

/** The same for tools, with the zone the team's days begin in. Throws `not_found` for a tenant that is none. */
export async function teamFiles(
  env: Env,
  tenantId: string,
): Promise<{ deps: WorkspaceDeps; timeZone: string }> {
  const tenant = await systemDb(env.DB).findTenant(tenantId);
  if (tenant === null) throw new AppError("not_found", "There is no such team.");
  return { deps: workspace(env, tenantId), timeZone: tenant.timeZone };
}

async function indexAnew(env: Env, tenantId: string): Promise<void> {
  indexSoon(env, tenantId);
}

/** Approvals of changes to a file that has changed since fit no longer: the agent drafts anew. */
async function outdateDrafts(env: Env, tenantId: string, changes: readonly WorkspaceChange[]): Promise<void> {
  const db = dbFor(env.DB, tenantId);
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

function tellPages(env: Env, tenantId: string, changes: readonly WorkspaceChange[]): Promise<void> {
  return publish(env, tenantId, {
    type: "workspace.changed",
    changes: changes.slice(0, NAMED),
    more: changes.length > NAMED,
  });
}
