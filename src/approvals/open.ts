/** Composition of approvals: the real provider, conversation, devices and Workflow behind the ports. */
import { waitUntil } from "cloudflare:workers";
import { standsAlone, type ApprovalDeps } from "./index.ts";
import { forOnePiece, tenantDb } from "../platform/db/index.ts";
import { sentSince } from "../messaging/inbox/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { systemIds } from "../kernel/ids.ts";
import { approvalAlerts } from "../notifications/index.ts";
import { approvalWorkflow } from "./approval-workflow.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { getPolicy } from "./policy/index.ts";
import { readerOf, type Reader } from "../agent/privacy/index.ts";
import { effectExecutor, EFFECTS } from "./wiring/actions.ts";
import { countedDecisions } from "./wiring/earned.ts";
import { outcomeDelivery } from "./wiring/outcomes.ts";
import { publish } from "../platform/wiring/feed.ts";
import { judge } from "./wiring/judge.ts";
import { notificationDeps } from "../notifications/open.ts";
import { resolveCall } from "./wiring/resolve-call.ts";
import { zoneOf } from "../platform/wiring/zone.ts";
import { conversationsOf } from "../agent/open.ts";
import { settleSlackCards } from "../messaging/wiring/slack-cards.ts";

/** What the use cases of one tenant's approvals are given. Make one per request or step. Throws AppError `not_found`. */
export async function approvalDeps(
  bindings: Env,
  tenantId: string,
): Promise<ApprovalDeps & { readonly reader: (conversationId: string) => Promise<Reader> }> {
  const env = forOnePiece(bindings);
  const timeZone = await zoneOf(env, tenantId);
  const db = tenantDb(env, tenantId);
  const conversation = conversationsOf(env, tenantId);
  const notShown = (error: unknown) => systemLogger.warn("approval.announce_failed", { tenantId, error });
  const alerts = approvalAlerts(notificationDeps(env, tenantId));
  let policy: ReturnType<typeof getPolicy> | null = null;
  const readers = new Map<string, Promise<Reader>>();
  const reader = (conversationId: string): Promise<Reader> => {
    const known = readers.get(conversationId) ?? readerOf(db, conversationId);
    readers.set(conversationId, known);
    return known;
  };
  return {
    db,
    reader,
    clock: systemClock,
    ids: systemIds,
    logger: systemLogger,
    resolver: resolveCall(env, tenantId),
    effects: EFFECTS,
    executor: effectExecutor(env, tenantId),
    policy: async () => (await (policy ??= getPolicy(db))).policy,
    judge: judge(env, tenantId),
    timeZone,
    sentSince: (threads) => sentSince(db, threads),
    keepAlive: (work) => waitUntil(work),
    deliverOutcome: outcomeDelivery(env, tenantId),
    publish: async (approval) =>
      publish(env, tenantId, { type: "approval.updated", approval }, await reader(approval.conversationId)),
    async showInConversation(approval) {
      const at = { tenantId, conversationId: approval.conversationId };
      if (standsAlone(at.conversationId)) return;
      await (await conversation(at.conversationId)).approvalChanged(at, approval).catch(notShown);
    },
    ...alerts,
    async resolveNotification(approval) {
      await Promise.all([alerts.resolveNotification(approval), settleSlackCards(env, tenantId, approval)]);
    },
    counted: countedDecisions(env, tenantId, () => approvalDeps(env, tenantId)),
    workflow: approvalWorkflow(env.APPROVALS, tenantId, systemLogger),
  };
}
