/** Composes approvals: connects the real provider, conversation, devices and Workflow to the ports. */
import { standsAlone, type ApprovalDeps, POLICY_CONVERSATION } from "./index.ts";
import { approvalWorkflow } from "./approval-workflow.ts";
import type { TenantContext } from "../platform/context.ts";
import { getPolicy } from "./policy/index.ts";
import { readerOf, type Reader } from "../platform/privacy.ts";
import { effectExecutor, EFFECTS } from "./wiring/actions.ts";
import { countedDecisions } from "./wiring/earned.ts";
import { approvalServices } from "./services.ts";
import { settleProposal } from "./earned/index.ts";

/** Dependencies for one tenant. Make one per request or step. Throws `not_found`. */
export async function approvalDeps(
  given: TenantContext,
): Promise<ApprovalDeps & { readonly reader: (conversationId: string) => Promise<Reader> }> {
  const ctx = given.forOnePiece();
  const { db, tenantId } = ctx;
  const timeZone = await ctx.timeZone();
  const notShown = (error: unknown) => ctx.log.warn("approval.announce_failed", { tenantId, error });
  const services = approvalServices(ctx);
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
    resolver: services.resolver,
    effects: EFFECTS,
    executor: effectExecutor(ctx),
    policy: async () => (await (policy ??= getPolicy(db))).policy,
    judge: services.judge,
    judgeDraft: services.judgeDraft,
    timeZone,
    sentSince: services.sentSince,
    lastWords: services.lastWords,
    keptExamples: services.keptExamples,
    keepAlive: (work) => ctx.deployment.keepAlive(work),
    deliverOutcome: outcomeDelivery(ctx),
    publish: async (approval) =>
      ctx.publish({ type: "approval.updated", approval }, await reader(approval.conversationId)),
    async showInConversation(approval) {
      const at = { tenantId, conversationId: approval.conversationId };
      if (standsAlone(at.conversationId)) return;
      await (await ctx.objects.conversation(at.conversationId)).approvalChanged(at, approval).catch(notShown);
    },
    notify: services.notify,
    notifyWriter: services.notifyWriter,
    async resolveNotification(approval) {
      await Promise.all([services.resolveNotification(approval), services.settleCards(approval)]);
    },
    counted: countedDecisions(ctx, () => approvalDeps(ctx)),
    workflow: approvalWorkflow(ctx.deployment.approvalWorkflows, tenantId, ctx.log),
  };
}

/** Throws if the conversation could not store the outcome. */
function outcomeDelivery(ctx: TenantContext): ApprovalDeps["deliverOutcome"] {
  const conversation = ctx.objects.conversation;
  return async (conversationId, outcome) => {
    if (conversationId === POLICY_CONVERSATION)
      return settleProposal({ db: ctx.db, clock: ctx.clock }, outcome.part);
    if (standsAlone(conversationId)) return;
    await (
      await conversation(conversationId)
    ).deliverOutcome({ tenantId: ctx.tenantId, conversationId }, outcome);
  };
}
