/** Wires replies to colleagues in Slack. */
import { slackAnswer } from "../integrations/effects/all.ts";
import { slackAsk } from "./inbox/index.ts";
import { derivedId } from "../kernel/ids.ts";
import type { SlackColleagueDeps } from "../notifications/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { approvalDeps } from "../approvals/open.ts";

/** Dependencies of answering a colleague in Slack. */
export async function slackColleagueDeps(ctx: TenantContext): Promise<SlackColleagueDeps> {
  return {
    approvals: await approvalDeps(ctx),
    async placesOf(messageId, { name }) {
      const asked = await slackAsk(ctx.db, messageId);
      if (asked === null) return null;
      const { connectionId, userId, kind, threadTs, answerIn } = asked;
      const alone = {
        connectionId,
        toId: userId,
        toName: name,
        threadTs: kind === "direct" ? threadTs : null,
      };
      if (answerIn === null) return { asked: alone, alone };
      const { channelId: toId, name: toName } = answerIn;
      return { asked: { connectionId, toId, toName, threadTs: answerIn.threadTs }, alone };
    },
    answerAt: async (place, { id, text, card }) =>
      slackAnswer.of({
        ...place,
        readBy: "the workspace",
        text,
        card: card === null ? null : { ...card, lines: [...card.lines], warnings: [...card.warnings] },
        mark: await derivedId("steward", ctx.tenantId, id),
      }),
  };
}
