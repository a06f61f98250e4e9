/** Composition of who speaks to the agent in Slack, and who decides there. */
import { decide } from "../approvals/index.ts";
import { memberWithAddress } from "../auth/index.ts";
import type { Task, WorkResult } from "../clock/index.ts";
import { escapeMrkdwn } from "../connections/index.ts";
import { deploymentDb, tenantDb, type SlackPress } from "../db/index.ts";
import { dispatchKeys, slackStream, sweep, type SlackDeps, type SlackHouse } from "../inbox/index.ts";
import { tellAlone } from "../integrations/slack/notice.ts";
import { findChannel, findUser } from "../integrations/slack/read.ts";
import { systemClock as clock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { notifyTeam, unheardNews } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger as logger } from "../platform/logger.ts";
import { findAccount } from "./accounts.ts";
import { approvalDeps } from "./approvals.ts";
import { consumeSoon } from "./consume.ts";
import { conversationsOf } from "./conversation-object.ts";
import { notificationDeps } from "./notifications.ts";

/** What people of some workspaces said and pressed, or all that waited too long. */
export async function dispatchSlack(env: Env, { tenantId, keys, untilMs }: Task): Promise<WorkResult> {
  const stream = slackStream(slackDeps(env, tenantId));
  const result = keys.length === 0 ? await sweep(stream, untilMs) : await dispatchKeys(stream, keys, untilMs);
  await consumeSoon(env, tenantId);
  return result;
}

function slackDeps(env: Env, tenantId: string): SlackDeps {
  const db = tenantDb(env, tenantId);
  return {
    ...{ db, clock, logger },
    house: (connectionId) => houseOf(env, tenantId, connectionId),
    memberAt: (address) => memberWithAddress(db, address),
    teamName: async () => (await deploymentDb(env).findTenant(tenantId))?.name ?? "this team",
    receiveFromMember: async (identity, message) =>
      (await conversationsOf(env, tenantId)(identity.conversationId)).send(identity, message),
    decide: (by, pressed, decisionId) => decideAs(env, tenantId, { by, pressed, decisionId }),
    tellUnread: async (asked) => void (await notifyTeam(notificationDeps(env, tenantId), unheardNews(asked))),
  };
}

async function houseOf(env: Env, tenantId: string, connectionId: string): Promise<SlackHouse | null> {
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

type Deciding = Parameters<typeof decide>[1]["by"];

async function decideAs(
  env: Env,
  tenantId: string,
  { by, pressed, decisionId }: { by: Deciding; pressed: SlackPress; decisionId: string },
): Promise<string | null> {
  const { approvalId, decision, effectHash } = pressed;
  try {
    const body = { decision, effectHash, decisionId };
    await decide(await approvalDeps(env, tenantId), { approvalId, body, by });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
