/**
 * One writer per record: a path that belongs to a module is written, moved and deleted by that module's commands alone. Every way to change a file ends in
 * `checkOwner`; no other code decides it.
 */
import { AppError } from "../kernel/errors.ts";
import { ownerOf, ownerPage, PATH_OWNERS, type PathOwner } from "../protocol/workspace-owners.ts";
import type { WorkspaceDeps } from "./ports.ts";

/** The workspace as the module that owns a folder writes it. Called by that module alone (test/unit/workspace/owners.test.ts). */
export function asOwner(deps: WorkspaceDeps, owner: PathOwner["module"]): WorkspaceDeps {
  return { ...deps, owner };
}

/** Throws `forbidden` for a path that belongs to a module other than the writer's. */
export function checkOwner({ owner }: Pick<WorkspaceDeps, "owner">, ...paths: readonly string[]): void {
  for (const path of paths) {
    const owned = ownerOf(path);
    if (owned !== null && owned.module !== owner)
      throw new AppError(
        "forbidden",
        `${path} belongs to ${owned.title} and is read-only here. ${owned.instead}`,
        {
          details: { path, owner: owned.module, page: ownerPage(owned, path) },
        },
      );
  }
}

/** Folders that are not the writer's to change. */
export function foreignFolders({ owner }: Pick<WorkspaceDeps, "owner">): string[] {
  return PATH_OWNERS.filter(({ module }) => module !== owner).map(({ folder }) => folder);
}
