/** Wires the setup of a team's first account. */
import { beginAccounts as begin } from "./index.ts";
import type { TenantContext } from "../platform/context.ts";
import { writeOnce } from "../workspace/open-write-once.ts";

/** Idempotent. */
export function beginAccounts(ctx: TenantContext): Promise<void> {
  return begin({ db: ctx.db, write: writeOnce(ctx) });
}
