/**
 * A tenant's files over R2 and D1, with the standard reactions to changes. Separate from `workspace.ts`,
 * because approvals need the files and a reaction there needs approvals.
 */
import type { TenantContext } from "../platform/context.ts";
import type { FileWordsQuery, FoundFiles } from "../platform/api/search-items.ts";
import type { WorkspaceChange } from "../platform/api/workspace-change.ts";
import { SKILL_RULES } from "./skills/index.ts";
import type { WorkspaceDeps } from "./index.ts";

/** Maximum changes sent individually to open pages. */
const NAMED = 50;

/** A handler of changed files. A failing one stops neither the others nor the write. */
export type Reaction = (ctx: TenantContext, changes: readonly WorkspaceChange[]) => Promise<unknown>;

/** Does no I/O; create one per request or step. */
export function openFiles(ctx: TenantContext, more: readonly Reaction[] = []): WorkspaceDeps {
  return {
    db: ctx.db,
    blobs: ctx.files.blobs,
    clock: ctx.clock,
    ids: ctx.ids,
    rules: SKILL_RULES,
    filesNamed: (query) => filesNamed(ctx, query),
    async changed(changes) {
      if (changes.length === 0) return;
      const reactions = [tellPages, actOnEvents, ...more];
      const told = await Promise.allSettled(reactions.map((react) => react(ctx, changes)));
      for (const result of told) {
        if (result.status === "rejected")
          ctx.log.warn("workspace.reaction_failed", { tenantId: ctx.tenantId, error: result.reason });
      }
    },
  };
}

async function filesNamed(ctx: TenantContext, query: FileWordsQuery): Promise<FoundFiles | null> {
  try {
    return await (await ctx.objects.search()).filesWith(ctx.tenantId, query);
  } catch (error) {
    // Files are saved even if indexing them failed.
    ctx.log.warn("search.files_not_queued", { tenantId: ctx.tenantId, error });
    return null;
  }
}

function actOnEvents(ctx: TenantContext): Promise<void> {
  return ctx.wake("events.consume");
}

function tellPages(ctx: TenantContext, changes: readonly WorkspaceChange[]): Promise<void> {
  return ctx.publish({
    type: "workspace.changed",
    changes: changes.slice(0, NAMED),
    more: changes.length > NAMED,
  });
}
