export { alertAdmins, raiseAlert, sendTest, settleAlert, type Alert } from "./alerts.ts";
export { acknowledge, list, markRead, showTaken } from "./centre.ts";
export { advanceDueNotifications } from "./escalate.ts";
export { notifyApproval, resolveApprovalNotification } from "./notify.ts";
export { getOnCall, updateOnCall } from "./on-call-settings.ts";
export { teamOnDuty } from "./on-duty.ts";
export type { NotificationDeps, RingDeps } from "./ports.ts";
export { decideRoute, getRouting, routeFor, updateRouting, type RoutedThing } from "./routing.ts";
export { listDevices, subscribe, unsubscribe, updateDevice } from "./subscriptions.ts";
export { textOnCall, textState, type TextOnCallDeps } from "./text-on-call.ts";
export { notifyTeam, settleTeamNews, type TeamNews } from "./team.ts";
export {
  settleUrgentDrafted,
  settleUrgentNews,
  tell,
  unreadableNews,
  unreadNews,
  urgentNews,
} from "./team-news.ts";
