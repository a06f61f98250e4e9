/** Wires Slack cards after a decision: the outcome replaces the buttons. */
import { eq } from "drizzle-orm";
import { cardBlocks } from "../../integrations/slack/card.ts";
import { escapeMrkdwn } from "../../integrations/slack/text.ts";
import { slackCards } from "../tables/slack.ts";
import { rewrite } from "../../integrations/slack/notice.ts";
import { becameOf, slackCard } from "../../notifications/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import { findAccount } from "../../integrations/open.ts";

/**
 * Updates the cards of a decided draft. Best effort: pressing a leftover button is refused with an
 * explanation. Never throws.
 */
export async function settleSlackCards(ctx: TenantContext, approval: Approval): Promise<void> {
  try {
    const became = becameOf(approval);
    const rows = await ctx.db.rows(slackCards, eq(slackCards.approvalId, approval.id));
    for (const { connectionId, channelId, ts } of became === null ? [] : rows) {
      const account = await findAccount(ctx, "slack", connectionId);
      const card = slackCard(approval, "");
      const blocks = card === null ? [] : cardBlocks(card, became);
      const text = escapeMrkdwn(`${approval.title}: ${became ?? ""}`);
      if (account !== null) await rewrite(account, { channelId, ts, text, blocks });
    }
  } catch (error) {
    ctx.log.warn("slack.card_update_failed", { tenantId: ctx.tenantId, approvalId: approval.id, error });
  }
}
