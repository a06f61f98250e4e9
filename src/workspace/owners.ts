/**
 * One writer per record: a path that belongs to a module is written, moved and deleted by that module's commands alone, or by members where its owner
 * lets them. Every way to change a file ends in `checkOwner`; no other code decides it.
 */
import { AppError } from "../kernel/errors.ts";
import { ownerAgainst, ownerOf, ownerPage, PATH_OWNERS, type PathOwner } from "./api/workspace-owners.ts";
import type { WorkspaceDeps } from "./ports.ts";

/** The workspace as the module that owns a folder writes it. Called by that module alone (test/unit/workspace/owners.test.ts). */
export function asOwner(deps: WorkspaceDeps, module: PathOwner["module"]): WorkspaceDeps {
  return { ...deps, writer: module };
}

/** The workspace as a signed-in member changes it by hand. Never for what an agent, a tool or another app does in a member's name. */
export function asMember(deps: WorkspaceDeps): WorkspaceDeps {
  return { ...deps, writer: "member" };
}

/** Throws `forbidden` for a path that belongs to a module and isn't the writer's to change. */
export function checkOwner({ writer }: Pick<WorkspaceDeps, "writer">, ...paths: readonly string[]): void {
  for (const path of paths) {
    const owned = ownerAgainst(path, writer);
    if (owned !== null)
      throw new AppError(
        "forbidden",
        `${path} belongs to ${owned.title} and is read-only here. ${owned.instead}`,
        {
          details: { path, owner: owned.module, page: ownerPage(owned, path) },
        },
      );
  }
}

/** The same for a folder that is to be moved or deleted whole: the top folder of an owner stays where it is. */
export function checkFolderOwner(deps: Pick<WorkspaceDeps, "writer">, folder: string): void {
  checkOwner(deps, folder);
  const owned = ownerOf(folder);
  if (owned === null || folder.includes("/")) return;
  throw new AppError(
    "forbidden",
    `${folder}/ is the folder of ${owned.title} and stays where it is. Move or delete what is in it.`,
    { details: { path: folder, owner: owned.module, page: owned.page } },
  );
}

/** Folders that are not the writer's to change. */
export function foreignFolders({ writer }: Pick<WorkspaceDeps, "writer">): string[] {
  return PATH_OWNERS.filter(({ folder }) => ownerAgainst(folder, writer) !== null).map(
    ({ folder }) => folder,
  );
}
