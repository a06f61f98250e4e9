/** Wires webhooks: accepting them, and queuing the accepted work. */
import type { HttpServices } from "../../features/http-services.ts";
import { Backlog, HandOver, type AcceptedDelivery } from "../inbox/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import { ShortMemory } from "../../kernel/short-memory.ts";
import type { DeploymentContext, TenantContext } from "../../platform/context.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import { deliveries } from "../../platform/deliveries.ts";
import { webhookOwners } from "../../features/webhook-owners.ts";

/** Cached, so that a burst causes one query. */
const urgentWordsOf = new ShortMemory<readonly string[]>({
  keptMs: 2_000,
  most: 64,
  now: () => systemClock.now(),
});
const backlog = new Backlog(systemClock);
export const handOver = new HandOver(systemClock);

/** Does no I/O. */
export function webhookServices(
  deployment: DeploymentContext,
): Pick<HttpServices, "webhooks" | "answerDelivery" | "received"> {
  return {
    webhooks: {
      ...webhookOwners(deployment),
      clock: deployment.clock,
      db: (tenantId) => deployment.tenant(tenantId).db,
      isFull: (tenantId) => backlog.isFull(tenantId),
    },
    answerDelivery: (answer) => deliveries.answer(answer),
    received: ({ tenantId, work }) => received(deployment.tenant(tenantId), work),
  };
}

/**
 * Queues the work of an accepted delivery after the response, and checks how much of the team's work is
 * waiting.
 */
async function received(ctx: TenantContext, work: AcceptedDelivery["work"]): Promise<void> {
  const ask = async () => (await getPolicy(ctx.db)).policy.sms.urgentWords;
  const urgentWords = () => urgentWordsOf.get(ctx.tenantId, ask);
  await Promise.all([
    handOver.accepted({ send: ctx.deployment.send, urgentWords }, ctx.tenantId, work),
    backlog.look(ctx.db),
  ]);
}
