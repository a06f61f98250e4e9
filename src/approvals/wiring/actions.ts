/** Composition of actions: what describes effects, and what performs a tenant's approved ones. */
import type { EffectTenant } from "../effects/define-effect.ts";
import { afterProposal, createExecutor } from "../../features/executor.ts";
import { effectKinds } from "../../features/effect-kinds.ts";
import type { EffectBytes, EffectExecutor, EffectKinds } from "../ports.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { settleUrgentNews } from "../../notifications/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import { accountUntil, openAccount } from "../../integrations/open-account.ts";
import type { Env } from "../../platform/env.ts";
import { systemLogger } from "../../platform/logger.ts";
import { accountDeps } from "../../integrations/open.ts";
import { serverDeps } from "../../mcp/open.ts";
import { notificationDeps } from "../../notifications/open.ts";
import { projectDeps } from "../../projects/open.ts";
import { openFiles } from "../../workspace/open-files.ts";

/** All kinds of effects, as everything but their performing reads them. */
export const EFFECTS: EffectKinds = effectKinds();

/** The executor of one tenant's approved effects. Cheap; connections are found when needed, in that tenant alone. */
export function effectExecutor(env: Env, tenantId: string): EffectExecutor {
  return createExecutor(
    (vendor, connectionId, deadlineMs) =>
      openAccount(accountUntil(accountDeps(env, tenantId), deadlineMs), vendor, connectionId),
    effectTenant(env, tenantId),
  );
}

/** What follows once effects were put before the tenant's people. Never throws. */
export function noteProposal(
  env: Env,
  tenantId: string,
  effects: readonly EffectBytes[],
  approvalId: string,
): Promise<void> {
  return afterProposal(effectTenant(env, tenantId), effects, approvalId);
}

function effectTenant(env: Env, tenantId: string): EffectTenant {
  return {
    db: tenantDb(env, tenantId),
    clock: systemClock,
    logger: systemLogger,
    files: () => openFiles(env, tenantId),
    servers: () => serverDeps(env, tenantId),
    projects: () => projectDeps(env, tenantId),
    answered: (conversationId) =>
      settleUrgentNews(notificationDeps(env, tenantId), conversationId, "Somebody has answered"),
  };
}
