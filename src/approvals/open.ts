/** Composes approvals: connects the real provider, conversation, devices and Workflow to the ports, with effects and earned autonomy. */
import { standsAlone, type ApprovalDeps, POLICY_CONVERSATION } from "./index.ts";
import { approvalWorkflow } from "./approval-workflow.ts";
import type { TenantContext } from "../platform/context.ts";
import { getPolicy } from "./policy/index.ts";
import { readerOf, type Reader } from "../platform/privacy.ts";
import { approvalServices } from "./services.ts";
import { settleProposal, consider, type EarnedDeps } from "./earned/index.ts";
import { effectTenant } from "./effects/define-effect.ts";
import { afterProposal, createExecutor } from "./effects/executor.ts";
import { effectKinds } from "./effects/kinds.ts";
import type { EffectBytes, EffectExecutor, EffectKinds } from "./ports.ts";
import { notifier } from "../platform/notifier.ts";
import { earnedRule } from "./effects/earned-rule.ts";

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

type Approvals = EarnedDeps["approvals"];

/** No I/O. */
export function earnedDeps(ctx: TenantContext, approvals: Approvals): EarnedDeps {
  const db = ctx.db;
  const { agentTitle, autonomyOf, tool } = approvalServices(ctx);
  return {
    db,
    clock: ctx.clock,
    logger: ctx.log,
    approvals,
    autonomy: async (agent) => (await autonomyOf(agent)) ?? (await getPolicy(db)).policy.autonomy,
    tool,
    agentTitle,
    effectOf: (document) => earnedRule.of(document),
    async tellAdmins(news) {
      const alert = { code: "earned_taken_back", path: "/settings/policy", ...news };
      await notifier(ctx).raiseAlert(alert);
    },
    publish: () => ctx.publish({ type: "settings.updated" }),
  };
}

/** Updates earned autonomy after decisions. Never throws; scheduled work checks again. */
function countedDecisions(ctx: TenantContext, approvals: Approvals): ApprovalDeps["counted"] {
  return (tally) =>
    ctx.deployment.keepAlive(
      consider(earnedDeps(ctx, approvals), tally).catch((error: unknown) => {
        ctx.log.warn("earned.not_considered", { tenantId: ctx.tenantId, hook: tally, error });
      }),
    );
}
