/** Composition of notifications: pushes to devices, replies to colleagues who wrote from outside the app, and texts to people on call. */
import { pushSender } from "./push/client.ts";
import {
  type NotificationDeps,
  answerColleague,
  byMail,
  bySlack,
  byText,
  tell,
  type TextColleagueDeps,
  textOnCall,
  textState,
  type RingDeps,
} from "./index.ts";
import { egressRule } from "../platform/egress.ts";
import type { TenantContext } from "../platform/context.ts";
import { pause } from "../kernel/time-limit.ts";
import type { SendNotice } from "../agent/conversations/index.ts";
import { findTexting } from "../integrations/open.ts";
import { directTextDeps, mailColleagueDeps, slackColleagueDeps } from "../messaging/open-replies.ts";
import { getApproval } from "../approvals/index.ts";
import { AppError } from "../kernel/errors.ts";
import { approvalDeps } from "../approvals/open.ts";

/** Dependencies for one tenant. Does no I/O; create one per request or step. */
export function notificationDeps(ctx: TenantContext): NotificationDeps {
  const { vapid, allowedHosts } = ctx.config.push;
  return {
    db: ctx.db,
    clock: ctx.clock,
    ids: ctx.ids,
    logger: ctx.log,
    sendPush: pushSender(ctx.outside("push"), vapid, ctx.log),
    timeZone: async () => (await ctx.findTimeZone()) ?? "UTC",
    appUrl: ctx.config.appUrl,
    allowsEndpoint: egressRule([], allowedHosts),
    publish: (event, reader) => ctx.publish(event, reader),
    sleep: pause,
  };
}

/** What texting a colleague by a standing rule is given. */
async function textColleagueDeps(ctx: TenantContext): Promise<TextColleagueDeps> {
  const { approvals, textFrom } = await directTextDeps(ctx);
  return { approvals, textFrom, texting: () => findTexting(ctx) };
}

/** Tells a notice of one tenant's conversation; a repeat tells no one again. Cheap. */
export function noticeSender(ctx: TenantContext): SendNotice {
  const notifications = notificationDeps(ctx);
  const channels = {
    team_text: byText(() => textColleagueDeps(ctx)),
    team_email: byMail(() => mailColleagueDeps(ctx)),
    team_slack: bySlack(() => slackColleagueDeps(ctx), notifications.appUrl),
  };
  return async (notice) => {
    const { kind, source } = notice;
    if (kind !== "replied") return tell(notifications, notice);
    if (source === "team_text" || source === "team_email" || source === "team_slack")
      await answerColleague(notifications, channels[source], notice);
  };
}

/** Dependencies for one tenant. Does no I/O; create one per run. */
export function ringDeps(ctx: TenantContext): RingDeps {
  return {
    ...notificationDeps(ctx),
    findApproval: async (approvalId) => {
      try {
        return await getApproval(await approvalDeps(ctx), approvalId);
      } catch (error) {
        if (error instanceof AppError && error.code === "not_found") return null;
        throw error;
      }
    },
    textOnCall: async (text) => textOnCall(await textColleagueDeps(ctx), text),
    textState: (id) => textState({ db: ctx.db }, id),
  };
}
