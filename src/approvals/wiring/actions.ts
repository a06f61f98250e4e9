/** Composition of actions: what describes effects, and what performs a tenant's approved ones. */
import type { EffectTenant } from "../effects/define-effect.ts";
import { afterProposal, createExecutor } from "../../features/executor.ts";
import { effectKinds } from "../../features/effect-kinds.ts";
import type { EffectBytes, EffectExecutor, EffectKinds } from "../ports.ts";
import { settleUrgentNews } from "../../notifications/index.ts";
import { accountUntil, openAccount } from "../../integrations/open-account.ts";
import type { TenantContext } from "../../platform/context.ts";
import { accountDeps } from "../../integrations/open.ts";
import { serverDeps } from "../../mcp/open.ts";
import { notificationDeps } from "../../notifications/open.ts";
import { projectDeps } from "../../projects/open.ts";
import { openFiles } from "../../workspace/open-files.ts";

/** All kinds of effects, as everything but their performing reads them. */
export const EFFECTS: EffectKinds = effectKinds();

/** The executor of one tenant's approved effects. Cheap; connections are found when needed, in that tenant alone. */
export function effectExecutor(ctx: TenantContext): EffectExecutor {
  return createExecutor(
    (vendor, connectionId, deadlineMs) =>
      openAccount(accountUntil(accountDeps(ctx), deadlineMs), vendor, connectionId),
    effectTenant(ctx),
  );
}

/** What follows once effects were put before the tenant's people. Never throws. */
export function noteProposal(
  ctx: TenantContext,
  effects: readonly EffectBytes[],
  approvalId: string,
): Promise<void> {
  return afterProposal(effectTenant(ctx), effects, approvalId);
}

function effectTenant(ctx: TenantContext): EffectTenant {
  return {
    db: ctx.db,
    clock: ctx.clock,
    logger: ctx.log,
    files: () => openFiles(ctx),
    servers: () => serverDeps(ctx),
    projects: () => projectDeps(ctx),
    answered: (conversationId) =>
      settleUrgentNews(notificationDeps(ctx), conversationId, "Someone on your team answered"),
  };
}
