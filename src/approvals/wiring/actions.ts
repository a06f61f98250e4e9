/** Composes effects: their descriptions, and the executor of a tenant. */
import { effectTenant } from "../effects/define-effect.ts";
import { afterProposal, createExecutor } from "../effects/executor.ts";
import { effectKinds } from "../effects/kinds.ts";
import type { EffectBytes, EffectExecutor, EffectKinds } from "../ports.ts";
import type { TenantContext } from "../../platform/context.ts";
import { approvalServices } from "../services.ts";

/** All effect kinds, without the means to perform them. */
export const EFFECTS: EffectKinds = effectKinds();

/** The executor of one tenant. No I/O; connections are looked up on demand, for that tenant only. */
export function effectExecutor(ctx: TenantContext): EffectExecutor {
  return createExecutor(approvalServices(ctx).openAccount, effectTenant(ctx));
}

/** Runs what follows a proposal. Never throws. */
export function noteProposal(
  ctx: TenantContext,
  effects: readonly EffectBytes[],
  approvalId: string,
): Promise<void> {
  return afterProposal(effectTenant(ctx), effects, approvalId);
}
