/** Composition of what a team is given with its first account. */
import { beginAccounts as begin } from "../index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import type { Env } from "../../platform/env.ts";
import { writeOnce } from "../../team/wiring/first-steps.ts";

/** Gives it; to any other team, and again, nothing. */
export function beginAccounts(env: Env, tenantId: string): Promise<void> {
  return begin({ db: tenantDb(env, tenantId), write: writeOnce(env, tenantId) });
}
