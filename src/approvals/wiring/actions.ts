/** Composition of actions: what describes effects, and what performs a tenant's approved ones. */
import { effectTenant } from "../effects/define-effect.ts";
import { afterProposal, createExecutor } from "../effects/executor.ts";
import { effectKinds } from "../effects/kinds.ts";
import type { EffectBytes, EffectExecutor, EffectKinds } from "../ports.ts";
import type { TenantContext } from "../../platform/context.ts";
import { approvalServices } from "../services.ts";

/** All kinds of effects, as everything but their performing reads them. */
export const EFFECTS: EffectKinds = effectKinds();

/** The executor of one tenant's approved effects. Cheap; connections are found when needed, in that tenant alone. */
export function effectExecutor(ctx: TenantContext): EffectExecutor {
  return createExecutor(approvalServices(ctx).openAccount, effectTenant(ctx));
}

/** What follows once effects were put before the tenant's people. Never throws. */
export function noteProposal(
  ctx: TenantContext,
  effects: readonly EffectBytes[],
  approvalId: string,
): Promise<void> {
  return afterProposal(effectTenant(ctx), effects, approvalId);
}
