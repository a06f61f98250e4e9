/**
 * Removes and restores accounts and their sources. All versions are kept; account numbers are never reused.
 */
import { AppError } from "../kernel/errors.ts";
import {
  asOwner,
  findAny,
  isAccountSource,
  remove,
  undelete,
  type Origin,
  type WorkspaceDeps,
} from "../workspace/index.ts";
import { projectAccounts, openAccount } from "./store.ts";

/** What a removal took: `restoreAccount` reverts it by ID, or by one of its files. */
export interface Removal {
  readonly deleted: number;
  readonly deletionId: string;
}

/** Removes an account with everything filed with it. Throws `not_found`. */
export async function removeAccount(deps: WorkspaceDeps, id: string, origin: Origin): Promise<Removal> {
  await openAccount(deps, id);
  const removal = await remove(asOwner(deps, "accounts"), { ...origin, path: `accounts/${id}` });
  await projectAccounts(deps, [id]);
  return removal;
}

/** Removes a file or folder filed with an account; it is not filed again. Throws `not_found`. */
export async function removeSource(
  deps: WorkspaceDeps,
  { id, path, origin }: { readonly id: string; readonly path: string; readonly origin: Origin },
): Promise<Removal> {
  if (!path.startsWith(`accounts/${id}/`) || !isAccountSource(path))
    throw new AppError("not_found", "Nothing is filed there.");
  return remove(asOwner(deps, "accounts"), { ...origin, path });
}

/** Reverts one removal. Throws `not_found`, `exists`. */
export async function restoreAccount(
  deps: WorkspaceDeps,
  id: string,
  {
    origin,
    ...which
  }: { readonly origin: Origin } & ({ readonly deletionId: string } | { readonly path: string }),
): Promise<{ readonly restored: number }> {
  const deletionId = "path" in which ? (await findAny(deps, which.path))?.deletionId : which.deletionId;
  if (deletionId === undefined || deletionId === null)
    throw new AppError("not_found", "There’s nothing here to restore.");
  const { restored } = await undelete(asOwner(deps, "accounts"), {
    ...origin,
    deletionId,
    within: `accounts/${id}`,
  });
  await projectAccounts(deps, [id]);
  return { restored };
}
