/** Continues a chat that reached a limit in a fork, which involves two conversation objects. */
import { carryUpTo, forkPoint, mayGoOnInFork } from "../conversations/index.ts";
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import type { TenantContext } from "../../platform/context.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import type { Accepted, InboundMessage } from "../api/objects.ts";
import type { OpenConversation } from "./turn.ts";

/** Sends a message to the chat's fork. Null if the chat accepts it itself. Idempotent. */
export async function sendToFork(
  ctx: TenantContext,
  { log, runner }: Pick<OpenConversation, "log" | "runner">,
  sql: ObjectSql,
  message: InboundMessage,
): Promise<Accepted | null> {
  if (!mayGoOnInFork(log, message.messageId)) return null;
  const { startedBy } = log.store.get().identity;
  const { policy } = await getPolicy(ctx.db);
  const fork = forkPoint(log, { clock: ctx.clock, ids: ctx.ids }, policy.sessions);
  if (fork === null) return null;
  const identity = {
    tenantId: ctx.tenantId,
    conversationId: fork.id,
    source: "web_chat" as const,
    ...(startedBy === undefined ? {} : { startedBy }),
  };
  const { why } = log.store.get().closed ?? {};
  const carried = carryUpTo({ log, sql, takenIn: runner.takenIn }, fork.seq);
  const object = await ctx.objects.conversation(fork.id);
  await object.beginFork(identity, { ...carried, why: why === "closed" ? undefined : why });
  const accepted = await object.send(identity, message);
  log.announce();
  return { ...accepted, conversationId: accepted.conversationId ?? fork.id };
}
