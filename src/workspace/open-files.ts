/**
 * A tenant's files over R2 and D1, with those who are always told of changes. Apart from `workspace.ts` because approvals need the files and what is
 * told there needs approvals.
 */
import { tenantDb } from "../platform/db/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { systemIds } from "../kernel/ids.ts";
import { searchObjectName } from "../kernel/tenant-names.ts";
import type { Env } from "../platform/env.ts";
import { fileBlobs } from "../platform/file-blobs.ts";
import { systemLogger } from "../platform/logger.ts";
import type { FileWordsQuery, FoundFiles } from "../knowledge/api/search-items.ts";
import type { WorkspaceChange } from "./api/workspace-change.ts";
import { SKILL_RULES } from "./skills/index.ts";
import type { WorkspaceDeps } from "./index.ts";
import { publish } from "../platform/wiring/feed.ts";
import { wakeSoon } from "../platform/wiring/queues.ts";

/** News named one by one to open pages. */
const NAMED = 50;

/** Somebody who is notified of changed files. One that fails stops no other and no write. */
export type Reaction = (env: Env, tenantId: string, changes: readonly WorkspaceChange[]) => Promise<unknown>;

/** The tenant's files. Cheap; make one per request or step. */
export function openFiles(env: Env, tenantId: string, more: readonly Reaction[] = []): WorkspaceDeps {
  return {
    db: tenantDb(env, tenantId),
    blobs: fileBlobs(env.FILES, tenantId),
    clock: systemClock,
    ids: systemIds,
    rules: SKILL_RULES,
    filesNamed: (query) => filesNamed(env, tenantId, query),
    async changed(changes) {
      if (changes.length === 0) return;
      const reactions = [tellPages, actOnEvents, ...more];
      const told = await Promise.allSettled(reactions.map((react) => react(env, tenantId, changes)));
      for (const result of told) {
        if (result.status === "rejected")
          systemLogger.warn("workspace.reaction_failed", { tenantId, error: result.reason });
      }
    },
  };
}

async function filesNamed(env: Env, tenantId: string, query: FileWordsQuery): Promise<FoundFiles | null> {
  try {
    return await env.SEARCH.getByName(await searchObjectName(tenantId)).filesWith(tenantId, query);
  } catch (error) {
    // The files are there without their index.
    systemLogger.warn("search.files_not_named", { tenantId, error });
    return null;
  }
}

function actOnEvents(env: Env, tenantId: string): Promise<void> {
  return wakeSoon(env, { tenantId, kind: "events.consume" });
}

function tellPages(env: Env, tenantId: string, changes: readonly WorkspaceChange[]): Promise<void> {
  return publish(env, tenantId, {
    type: "workspace.changed",
    changes: changes.slice(0, NAMED),
    more: changes.length > NAMED,
  });
}
