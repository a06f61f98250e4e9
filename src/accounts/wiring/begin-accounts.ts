/** Composition of what a team is given with its first account. */
import { beginAccounts as begin } from "../index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { writeOnce } from "../../team/wiring/first-steps.ts";

/** Gives it; to any other team, and again, nothing. */
export function beginAccounts(ctx: TenantContext): Promise<void> {
  return begin({ db: ctx.db, write: writeOnce(ctx) });
}
