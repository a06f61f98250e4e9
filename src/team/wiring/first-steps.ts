/** Composition of what a new team begins with. */
import { eq } from "drizzle-orm";
import { deploymentDb, tenantDb } from "../../platform/db/index.ts";
import { workspaceFiles } from "../../workspace/tables/workspace.ts";
import { writeFirstFiles } from "../first-steps/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { Env } from "../../platform/env.ts";
import { asOwner, pathKey, writeFile } from "../../workspace/index.ts";
import { workspace } from "../../workspace/open.ts";

const AUTHOR = { kind: "system", id: "system:steward", name: "Steward" } as const;

/** Writes a file of a team's unless there is, or ever was, one of its path. */
export function writeOnce(env: Env, tenantId: string): (path: string, content: string) => Promise<void> {
  const db = tenantDb(env, tenantId);
  return async (path, content) => {
    const isKnown = (await db.find(workspaceFiles, eq(workspaceFiles.pathKey, pathKey(path)))) !== null;
    // Skills are among a team's first files.
    if (!isKnown)
      await writeFile(asOwner(workspace(env, tenantId), "skills"), { path, content, author: AUTHOR });
  };
}

/** Writes a new team's first files; for any other team, and again, nothing. */
export async function beginTeam(env: Env, tenantId: string): Promise<void> {
  const db = tenantDb(env, tenantId);
  await writeFirstFiles(
    {
      db,
      async team() {
        const team = await deploymentDb(env).findTenant(tenantId);
        if (team === null) throw new AppError("not_found", "That team doesn't exist.");
        return team;
      },
      write: writeOnce(env, tenantId),
    },
    systemClock.now(),
  );
}
