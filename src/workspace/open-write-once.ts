/** Files a team begins with. */
import { eq } from "drizzle-orm";
import { AppError } from "../kernel/errors.ts";
import type { TenantContext } from "../platform/context.ts";
import { asOwner, pathKey, writeFile } from "./index.ts";
import { workspace } from "./open.ts";
import { workspaceFiles } from "./tables/workspace.ts";

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
