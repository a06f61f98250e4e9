/** An account, or something filed with it, taken away and brought back. Every version stays; the number is never given again. */
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

/** What a removal took: `restoreAccount` brings it back by its id, or by a file it took. */
export interface Removal {
  readonly deleted: number;
  readonly deletionId: string;
}

/** Removes an account with all that is filed with it. Throws `not_found`. */
export async function removeAccount(deps: WorkspaceDeps, id: string, origin: Origin): Promise<Removal> {
  await openAccount(deps, id);
  const removal = await remove(asOwner(deps, "accounts"), { ...origin, path: `accounts/${id}` });
  await projectAccounts(deps, [id]);
  return removal;
}

/** Removes one file or folder that is filed with an account; it isn't filed again. Throws `not_found`. */
export async function removeSource(
  deps: WorkspaceDeps,
  { id, path, origin }: { readonly id: string; readonly path: string; readonly origin: Origin },
): Promise<Removal> {
  if (!path.startsWith(`accounts/${id}/`) || !isAccountSource(path))
    throw new AppError("not_found", "Nothing is filed there.");
  return remove(asOwner(deps, "accounts"), { ...origin, path });
}

/** Brings back what one removal took. Throws `not_found`, `exists`. */
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
