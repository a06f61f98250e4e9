/** Composition of what a conversation has to tell people: on their devices, or as the answer to whoever reached the agent. */
import type { SendNotice } from "../agent/conversations/index.ts";
import { findTexting } from "../integrations/open.ts";
import { directTextDeps } from "../messaging/open-direct-text.ts";
import { mailColleagueDeps } from "../messaging/open-mail-reply.ts";
import { slackColleagueDeps } from "../messaging/open-slack-reply.ts";
import type { TenantContext } from "../platform/context.ts";
import { answerColleague, byMail, bySlack, byText, tell, type TextColleagueDeps } from "./index.ts";
import { notificationDeps } from "./open.ts";

/** What texting a colleague by a standing rule is given. */
export async function textColleagueDeps(ctx: TenantContext): Promise<TextColleagueDeps> {
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
