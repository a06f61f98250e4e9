/** Composition of who speaks to the agent in Slack, and who decides there. */
import { decide } from "../approvals/index.ts";
import { memberWithAddress } from "../platform/auth/index.ts";
import { escapeMrkdwn } from "../integrations/slack/text.ts";
import { deploymentDb, tenantDb } from "../platform/db/index.ts";
import type { SlackDeps, SlackWorkspace } from "./inbox/index.ts";
import { tellAlone } from "../integrations/slack/notice.ts";
import { findChannel, findUser } from "../integrations/slack/read.ts";
import { systemClock as clock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { notifyTeam, unheardNews } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger as logger } from "../platform/logger.ts";
import { findAccount } from "../integrations/open.ts";
import { approvalDeps } from "../approvals/open.ts";
import { conversationsOf } from "../agent/open.ts";
import { notificationDeps } from "../notifications/open.ts";

/** What dispatching Slack of one tenant is given. Cheap. */
export function slackDeps(env: Env, tenantId: string): SlackDeps {
  const db = tenantDb(env, tenantId);
  return {
    db,
    clock,
    logger,
    workspace: (connectionId) => workspaceOf(env, tenantId, connectionId),
    memberAt: (address) => memberWithAddress(db, address),
    teamName: async () => (await deploymentDb(env).findTenant(tenantId))?.name ?? "this team",
    receiveFromMember: async (identity, message) =>
      (await conversationsOf(env, tenantId)(identity.conversationId)).send(identity, message),
    decide: async (by, { approvalId, decision, effectHash }, decisionId) => {
      const asked = { approvalId, by, body: { decision, effectHash, decisionId } };
      return refusalOf(decide(await approvalDeps(env, tenantId), asked));
    },
    tellUnread: async (asked) => void (await notifyTeam(notificationDeps(env, tenantId), unheardNews(asked))),
  };
}

async function workspaceOf(env: Env, tenantId: string, connectionId: string): Promise<SlackWorkspace | null> {
  const account = await findAccount(env, tenantId, "slack", connectionId);
  return account === null
    ? null
    : {
        settings: account.connection.settings,
        user: (userId) => findUser(account, userId),
        channel: (channelId) => findChannel(account, channelId),
        tellAlone: (channelId, userId, words) =>
          tellAlone(account, { channelId, userId, text: escapeMrkdwn(words) }).catch((error: unknown) =>
            logger.warn("slack.not_told", { tenantId, error }),
          ),
      };
}

/** Why it was refused, in words; null where it was done. */
function refusalOf(done: Promise<unknown>): Promise<string | null> {
  return done.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.message : Promise.reject(error as Error)),
  );
}
