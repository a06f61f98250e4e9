/** Composition of Slack: who may talk to the agent and decide there, and cards after a decision. */
import { approvalPostedAs } from "../integrations/slack/posted.ts";
import { notifier } from "../platform/notifier.ts";
import { decide } from "../approvals/index.ts";
import { memberWithAddress } from "../platform/auth/index.ts";
import { escapeMrkdwn } from "../integrations/slack/text.ts";
import type { SlackDeps, SlackReply, SlackWorkspace } from "./inbox/index.ts";
import { fromFeatures } from "../kernel/features.ts";
import { tellAlone, rewrite } from "../integrations/slack/notice.ts";
import { findChannel, findUser } from "../integrations/slack/read.ts";
import { AppError } from "../kernel/errors.ts";
import { unheardNews, becameOf, slackCard } from "../notifications/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { findAccount } from "../integrations/open.ts";
import { approvalDeps } from "../approvals/open.ts";
import { eq } from "drizzle-orm";
import { cardBlocks } from "../integrations/slack/card.ts";
import { slackCards } from "./tables/slack.ts";
import type { Approval } from "../approvals/api/approval.ts";

declare module "../kernel/features.ts" {
  interface Feature {
    /** Handles a member's reply to one of our Slack messages. Returns the response; null if the reply doesn't concern this feature. */
    readonly slackReply?: (
      ctx: TenantContext,
      reply: Pick<SlackReply, "text" | "member"> & { readonly approvalId: string },
    ) => Promise<string | null>;
  }
}

const repliesOf = fromFeatures((features) => features.flatMap(({ slackReply }) => slackReply ?? []));

/** Does no I/O. */
export function slackDeps(ctx: TenantContext): SlackDeps {
  const db = ctx.db;
  return {
    db,
    clock: ctx.clock,
    logger: ctx.log,
    workspace: (connectionId) => workspaceOf(ctx, connectionId),
    memberAt: (address) => memberWithAddress(db, address),
    teamName: async () => (await ctx.deployment.system.findTenant(ctx.tenantId))?.name ?? "this team",
    receiveFromMember: async (identity, message) =>
      (await ctx.objects.conversation(identity.conversationId)).send(identity, message),
    async replied({ text, member, ...thread }) {
      const approvalId = await approvalPostedAs(db, thread);
      if (approvalId === null) return null;
      for (const take of repliesOf()) {
        const told = await take(ctx, { approvalId, text, member });
        if (told !== null) return told;
      }
      return null;
    },
    decide: async (by, { approvalId, decision, effectHash }, decisionId) => {
      const asked = { approvalId, by, body: { decision, effectHash, decisionId } };
      return refusalOf(decide(await approvalDeps(ctx), asked));
    },
    tellUnread: async (asked) => void (await notifier(ctx).notifyTeam(unheardNews(asked))),
  };
}

async function workspaceOf(ctx: TenantContext, connectionId: string): Promise<SlackWorkspace | null> {
  const account = await findAccount(ctx, "slack", connectionId);
  return account === null
    ? null
    : {
        settings: account.connection.settings,
        user: (userId) => findUser(account, userId),
        channel: (channelId) => findChannel(account, channelId),
        tellAlone: (channelId, userId, words) =>
          tellAlone(account, { channelId, userId, text: escapeMrkdwn(words) }).catch((error: unknown) =>
            ctx.log.warn("slack.notice_failed", { tenantId: ctx.tenantId, error }),
          ),
      };
}

/** The refusal's message; null on success. */
function refusalOf(done: Promise<unknown>): Promise<string | null> {
  return done.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.message : Promise.reject(error as Error)),
  );
}

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
