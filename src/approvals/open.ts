/** Composition of approvals: the real provider, conversation, devices and Workflow behind the ports. */
import { standsAlone, type ApprovalDeps } from "./index.ts";
import { sentSince } from "../messaging/inbox/index.ts";
import { approvalAlerts } from "../notifications/index.ts";
import { approvalWorkflow } from "./approval-workflow.ts";
import type { TenantContext } from "../platform/context.ts";
import { getPolicy } from "./policy/index.ts";
import { readerOf, type Reader } from "../agent/privacy/index.ts";
import { effectExecutor, EFFECTS } from "./wiring/actions.ts";
import { countedDecisions } from "./wiring/earned.ts";
import { outcomeDelivery } from "./wiring/outcomes.ts";
import { judge } from "./wiring/judge.ts";
import { notificationDeps } from "../notifications/open.ts";
import { resolveCall } from "./wiring/resolve-call.ts";
import { settleSlackCards } from "../messaging/wiring/slack-cards.ts";

/** What the use cases of one tenant's approvals are given. Make one per request or step. Throws AppError `not_found`. */
export async function approvalDeps(
  given: TenantContext,
): Promise<ApprovalDeps & { readonly reader: (conversationId: string) => Promise<Reader> }> {
  const ctx = given.forOnePiece();
  const { db, tenantId } = ctx;
  const timeZone = await ctx.timeZone();
  const notShown = (error: unknown) => ctx.log.warn("approval.announce_failed", { tenantId, error });
  const alerts = approvalAlerts(notificationDeps(ctx));
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
    clock: ctx.clock,
    ids: ctx.ids,
    logger: ctx.log,
    resolver: resolveCall(ctx),
    effects: EFFECTS,
    executor: effectExecutor(ctx),
    policy: async () => (await (policy ??= getPolicy(db))).policy,
    judge: judge(ctx),
    timeZone,
    sentSince: (threads) => sentSince(db, threads),
    keepAlive: (work) => ctx.deployment.keepAlive(work),
    deliverOutcome: outcomeDelivery(ctx),
    publish: async (approval) =>
      ctx.publish({ type: "approval.updated", approval }, await reader(approval.conversationId)),
    async showInConversation(approval) {
      const at = { tenantId, conversationId: approval.conversationId };
      if (standsAlone(at.conversationId)) return;
      await (await ctx.objects.conversation(at.conversationId)).approvalChanged(at, approval).catch(notShown);
    },
    ...alerts,
    async resolveNotification(approval) {
      await Promise.all([alerts.resolveNotification(approval), settleSlackCards(ctx, approval)]);
    },
    counted: countedDecisions(ctx, () => approvalDeps(ctx)),
    workflow: approvalWorkflow(ctx.deployment.approvalWorkflows, tenantId, ctx.log),
  };
}
