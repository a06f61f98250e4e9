/** Files a team begins with. */
import { eq } from "drizzle-orm";
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
    // Skills are among a team's initial files.
    if (!isKnown) await writeFile(asOwner(workspace(ctx), "skills"), { path, content, author: AUTHOR });
  };
}
