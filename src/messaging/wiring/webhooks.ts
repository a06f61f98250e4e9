/** Composition of webhooks: how they are accepted, and the queues behind an accepted delivery. */
import type { HttpServices } from "../../features/http-services.ts";
import { Backlog, HandOver, type AcceptedDelivery } from "../inbox/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import { ShortMemory } from "../../kernel/short-memory.ts";
import type { DeploymentContext, TenantContext } from "../../platform/context.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import { deliveries } from "../../platform/deliveries.ts";
import { webhookOwners } from "../../features/webhook-owners.ts";

/** A burst asks once. */
const urgentWordsOf = new ShortMemory<readonly string[]>({
  keptMs: 2_000,
  most: 64,
  now: () => systemClock.now(),
});
const backlog = new Backlog(systemClock);
export const handOver = new HandOver(systemClock);

/** What the server needs for webhooks. Cheap. */
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

/** Hands the work of an accepted delivery out, behind the answer, and looks how much of the team's waits. */
async function received(ctx: TenantContext, work: AcceptedDelivery["work"]): Promise<void> {
  const ask = async () => (await getPolicy(ctx.db)).policy.sms.urgentWords;
  const urgentWords = () => urgentWordsOf.get(ctx.tenantId, ask);
  await Promise.all([
    handOver.accepted({ send: ctx.deployment.send, urgentWords }, ctx.tenantId, work),
    backlog.look(ctx.db),
  ]);
}
