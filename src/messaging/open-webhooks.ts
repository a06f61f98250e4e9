/** Wires webhooks: accepting them, and queuing the accepted work. */
import { Backlog, HandOver, type AcceptedDelivery, type WebhookDeps } from "./inbox/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { ShortMemory } from "../kernel/short-memory.ts";
import type { DeploymentContext, TenantContext } from "../platform/context.ts";
import { deliveries } from "../platform/deliveries.ts";
import { getPolicy } from "../approvals/policy/index.ts";
import { webhookOwners } from "./inbox/webhook-owners.ts";

/** Cached, so that a burst causes one query. */
const urgentWordsOf = new ShortMemory<readonly string[]>({
  keptMs: 2_000,
  most: 64,
  now: () => systemClock.now(),
});
const backlog = new Backlog(systemClock);
export const handOver = new HandOver(systemClock, (tenantId) => deliveries.isHeld(tenantId));

/** Does no I/O. */
export function webhookDeps(deployment: DeploymentContext): WebhookDeps {
  return {
    ...webhookOwners(deployment),
    clock: deployment.clock,
    db: (tenantId) => deployment.tenant(tenantId).db,
    isFull: (tenantId) => backlog.isFull(tenantId),
  };
}

/**
 * Queues the work of an accepted delivery after the response, and checks how much of the team's work is
 * waiting.
 */
export async function received(ctx: TenantContext, work: AcceptedDelivery["work"]): Promise<void> {
  deliveries.accepted(ctx.tenantId);
  const ask = async () => (await getPolicy(ctx.db)).policy.sms.urgentWords;
  const urgentWords = () => urgentWordsOf.get(ctx.tenantId, ask);
  await Promise.all([
    handOver.accepted({ send: ctx.deployment.send, urgentWords }, ctx.tenantId, work),
    backlog.look(ctx.db),
  ]);
}
