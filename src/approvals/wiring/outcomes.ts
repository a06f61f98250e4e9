/** Composition of outcomes: what became of an approval is told to whoever asked for it. */
import { POLICY_CONVERSATION, standsAlone, type ApprovalDeps } from "../index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { settleProposal } from "../earned/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { Env } from "../../platform/env.ts";
import { conversationsOf } from "../../agent/open.ts";

/** Throws where it could not be put on disk there. */
export function outcomeDelivery(env: Env, tenantId: string): ApprovalDeps["deliverOutcome"] {
  const conversation = conversationsOf(env, tenantId);
  return async (conversationId, outcome) => {
    if (conversationId === POLICY_CONVERSATION)
      return settleProposal({ db: tenantDb(env, tenantId), clock: systemClock }, outcome.part);
    if (standsAlone(conversationId)) return;
    await (await conversation(conversationId)).deliverOutcome({ tenantId, conversationId }, outcome);
  };
}
