/** Composition of webhooks: how they are accepted, and the queues behind an accepted delivery. */
import { tenantDb } from "../../platform/db/index.ts";
import type { HttpServices } from "../../features/http-services.ts";
import { Backlog, HandOver, type AcceptedDelivery } from "../inbox/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import { ShortMemory } from "../../kernel/short-memory.ts";
import type { Env } from "../../platform/env.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import { deliveries } from "../../platform/wiring/deliveries.ts";
import { sendWork } from "../../platform/wiring/queues.ts";
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
export function webhookServices(env: Env): Pick<HttpServices, "webhooks" | "answerDelivery" | "received"> {
  return {
    webhooks: {
      ...webhookOwners(env),
      clock: systemClock,
      db: (tenantId) => tenantDb(env, tenantId),
      isFull: (tenantId) => backlog.isFull(tenantId),
    },
    answerDelivery: (answer) => deliveries.answer(answer),
    received: (delivery) => received(env, delivery),
  };
}

/** Hands the work of an accepted delivery out, behind the answer, and looks how much of the team's waits. */
async function received(
  env: Env,
  { tenantId, work }: Pick<AcceptedDelivery, "tenantId" | "work">,
): Promise<void> {
  const db = tenantDb(env, tenantId);
  const ask = async () => (await getPolicy(db)).policy.sms.urgentWords;
  const urgentWords = () => urgentWordsOf.get(tenantId, ask);
  await Promise.all([
    handOver.accepted({ send: sendWork(env), urgentWords }, tenantId, work),
    backlog.look(db),
  ]);
}
