/** Composition of actions: what performs a tenant's approved effects. */
import { createExecutor } from "../actions/index.ts";
import type { EffectExecutor } from "../approvals/ports.ts";
import type { Env } from "../platform/env.ts";
import { findQuoAccount } from "./quo.ts";

/** The executor of one tenant's approved effects. Cheap; connections are found when needed, in that tenant alone. */
export function effectExecutor(env: Env, tenantId: string): EffectExecutor {
  return createExecutor((connectionId) => findQuoAccount(env, tenantId, connectionId));
}
