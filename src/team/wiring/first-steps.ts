/** Wires the setup of a new team. */
import { eq } from "drizzle-orm";
import { workspaceFiles } from "../../workspace/tables/workspace.ts";
import { writeFirstFiles } from "../first-steps/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { TenantContext } from "../../platform/context.ts";
import { asOwner, pathKey, writeFile } from "../../workspace/index.ts";
import { workspace } from "../../workspace/open.ts";

const AUTHOR = { kind: "system", id: "system:steward", name: "Steward" } as const;

/** Writes a team's file unless this path exists or ever existed. */
export function writeOnce(ctx: TenantContext): (path: string, content: string) => Promise<void> {
  const db = ctx.db;
  return async (path, content) => {
    const isKnown = (await db.find(workspaceFiles, eq(workspaceFiles.pathKey, pathKey(path)))) !== null;
    // Skills are among a team's initial files.
    if (!isKnown) await writeFile(asOwner(workspace(ctx), "skills"), { path, content, author: AUTHOR });
  };
}

/** Writes a new team's initial files; does nothing for other teams. Idempotent. */
export async function beginTeam(ctx: TenantContext): Promise<void> {
  const db = ctx.db;
  await writeFirstFiles(
    {
      db,
      async team() {
        const team = await ctx.deployment.system.findTenant(ctx.tenantId);
        if (team === null) throw new AppError("not_found", "That team doesn’t exist.");
        return team;
      },
      write: writeOnce(ctx),
    },
    ctx.clock.now(),
  );
}
