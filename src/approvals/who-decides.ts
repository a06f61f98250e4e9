/** Decides who may approve: any member, or for some effects only signed-in admins who see the card. */
import { and, eq, isNull } from "drizzle-orm";
import { users } from "../platform/db/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { ApprovalDeps, EffectBytes } from "./ports.ts";
import type { DecideInput, Person } from "./types.ts";

export function isForAdmins(
  { effects: kinds }: Pick<ApprovalDeps, "effects">,
  effects: readonly EffectBytes[],
): boolean {
  return effects.some((effect) => kinds.describe(effect).adminsOnly);
}

/** Throws `forbidden` if this person may not decide on these effects, or not from a notification. */
export async function assertMayDecide(
  deps: Pick<ApprovalDeps, "db" | "effects">,
  effects: readonly EffectBytes[],
  { by, token }: { readonly by: Person } & Pick<DecideInput, "token">,
): Promise<void> {
  if (!isForAdmins(deps, effects)) return;
  if (token !== undefined)
    throw new AppError("forbidden", "This can’t be decided from a notification. Sign in and open the card.");
  const isAdmin = and(eq(users.id, by.id), eq(users.role, "admin"), isNull(users.removedAt));
  const [admin] = await deps.db.rows(users, isAdmin).limit(1);
  if (admin === undefined) throw new AppError("forbidden", "Only an admin can decide this.");
}
