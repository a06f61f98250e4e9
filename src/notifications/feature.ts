/** Notifications: what people are told, and who is on call. */
import { defineFeature } from "../kernel/features.ts";
import { defineWork } from "../platform/work/kinds.ts";
import {
  advanceDueNotifications,
  alertAdmins,
  approvalAlerts,
  endMember,
  endSession,
  findOnRecord,
  newsKeysSince,
  notifyMember,
  notifyTeam,
  raiseAlert,
  renewSession,
  settleAlert,
  settleTeamNews,
  settleUrgentNews,
  teamOnDuty,
  tellAsker,
} from "./index.ts";
import { type TeamNews } from "../platform/notifier.ts";
import { ringDeps, noticeSender, notificationDeps } from "./open.ts";
import { onCallRoutes } from "./routes/on-call.ts";
import { pushRoutes } from "./routes/push.ts";
import { routingRoutes } from "./routes/routing.ts";
import * as notificationsTables from "./tables/notifications.ts";
import { notificationsWork } from "./work.ts";
import { erases } from "./erases.ts";

export const notificationsFeature = defineFeature({
  name: "notifications",
  erases,
  tables: [notificationsTables],
  routes: [onCallRoutes, pushRoutes, routingRoutes],
  work: defineWork(notificationsWork, {
    "notifications.ring": (ctx, task) => advanceDueNotifications(ringDeps(ctx), task.untilMs),
  }),
  services: (ctx) => ({
    notify: async (news) => void (await notifyTeam(notificationDeps(ctx), news)),
    newsSince: (about, since) => newsKeysSince(ctx.db, about, since),
    onRecord: (words, conversationId) => findOnRecord(ctx.db, words, conversationId),
    teamOnDuty: async () => teamOnDuty(ctx.db, await ctx.timeZone(), ctx.clock.now()),
  }),
  approvalServices: (ctx) => approvalAlerts(notificationDeps(ctx)),
  endMember,
  endSession,
  renewSession,
  noticeSender,
  notifier(ctx) {
    const deps = notificationDeps(ctx);
    return {
      raiseAlert: (alert) => raiseAlert(deps, alert),
      alertAdmins: (alert) => alertAdmins(deps, alert),
      settleAlert: (code, how) => settleAlert(deps, code, how),
      notifyTeam: (news) => notifyTeam(deps, news),
      settleTeamNews: (news) => settleTeamNews(deps, news),
      tellAsker: (news) => tellAsker(deps, news),
      notifyMember: (news) => notifyMember(deps, news),
    };
  },
  effectServices: (ctx) => ({
    answered: (conversationId) =>
      settleUrgentNews(notificationDeps(ctx), conversationId, "Someone on your team answered"),
  }),
});

declare module "../agent/tools/tenant.ts" {
  interface TenantServices {
    /** Notifies the team. A repeat with the same key notifies once. */
    notify(news: TeamNews): Promise<void>;
    /** Keys of news about a subject since a time (ISO), newest first. */
    newsSince(about: string, since: string): Promise<readonly string[]>;
    /** What of the leads in a text is on record (src/kernel/leads.ts). */
    onRecord(words: string, conversationId: string): Promise<ReadonlySet<string>>;
    /** The members, and who would be asked now. */
    teamOnDuty(): ReturnType<typeof teamOnDuty>;
  }
}

declare module "../approvals/effects/define-effect.ts" {
  interface EffectServices {
    /** Somebody outside has got an answer in this conversation: no one on call is asked about it any more. */
    answered(conversationId: string): Promise<void>;
  }
}
