/**
 * One writer per record: a path owned by a module is written, moved and deleted only by that module's
 * commands, or by members if its owner allows it. Every file change ends in `checkOwner`; no other code
 * decides this.
 */
import { AppError } from "../kernel/errors.ts";
import { ownerAgainst, ownerOf, ownerPage, PATH_OWNERS, type PathOwner } from "./api/workspace-owners.ts";
import type { WorkspaceDeps } from "./ports.ts";

/**
 * The workspace for the module that owns a folder. Only that module may call it
 * (test/unit/workspace/owners.test.ts).
 */
export function asOwner(deps: WorkspaceDeps, module: PathOwner["module"]): WorkspaceDeps {
  return { ...deps, writer: module };
}

/**
 * The workspace for a signed-in member's manual changes. Never for what an agent, tool or other app does in a
 * member's name.
 */
export function asMember(deps: WorkspaceDeps): WorkspaceDeps {
  return { ...deps, writer: "member" };
}

/** Throws `forbidden` for a path that belongs to a module and may not be changed by the writer. */
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

/** For moving or deleting an entire folder: an owner's top folder can't be moved or deleted. */
export function checkFolderOwner(deps: Pick<WorkspaceDeps, "writer">, folder: string): void {
  checkOwner(deps, folder);
  const owned = ownerOf(folder);
  if (owned === null || folder.includes("/")) return;
  throw new AppError(
    "forbidden",
    `${folder}/ is the folder of ${owned.title} and can’t be moved or deleted. Move or delete what is in it.`,
    { details: { path: folder, owner: owned.module, page: owned.page } },
  );
}

/** Folders the writer may not change. */
export function foreignFolders({ writer }: Pick<WorkspaceDeps, "writer">): string[] {
  return PATH_OWNERS.filter(({ folder }) => ownerAgainst(folder, writer) !== null).map(
    ({ folder }) => folder,
  );
}
