/** Composition of outcomes: what became of an approval is told to whoever asked for it. */
import { POLICY_CONVERSATION, standsAlone, type ApprovalDeps } from "../index.ts";
import { settleProposal } from "../earned/index.ts";
import type { TenantContext } from "../../platform/context.ts";

/** Throws where it could not be put on disk there. */
export function outcomeDelivery(ctx: TenantContext): ApprovalDeps["deliverOutcome"] {
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
