/** Composition of the cards in Slack once there is a decision: the buttons go, and what became of it stands in their place. */
import { eq } from "drizzle-orm";
import { cardBlocks } from "../../integrations/slack/card.ts";
import { escapeMrkdwn } from "../../integrations/slack/text.ts";
import { slackCards } from "../tables/slack.ts";
import { rewrite } from "../../integrations/slack/notice.ts";
import { becameOf, slackCard } from "../../notifications/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import { findAccount } from "../../integrations/open.ts";

/** Writes the cards of a decided draft anew. Best effort: a press on what still has buttons is refused with words. Never throws. */
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
    ctx.log.warn("slack.card_not_settled", { tenantId: ctx.tenantId, approvalId: approval.id, error });
  }
}
