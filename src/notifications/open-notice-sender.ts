/** Composes the delivery of notices: pushes to devices, replies to colleagues who wrote from outside the app, and texts to people on call. */
import type { SendNotice } from "../agent/conversations/index.ts";
import { findTexting } from "../integrations/open.ts";
import { directTextDeps, mailColleagueDeps, slackColleagueDeps } from "../messaging/open-replies.ts";
import type { TenantContext } from "../platform/context.ts";
import {
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
import { notificationDeps } from "./open.ts";
import { getApproval } from "../approvals/index.ts";
import { AppError } from "../kernel/errors.ts";
import { approvalDeps } from "../approvals/open.ts";

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
