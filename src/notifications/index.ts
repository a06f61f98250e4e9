export { byMail, type MailColleagueDeps } from "./reply-by-mail.ts";
export { byText } from "./reply-by-text.ts";
export { answerColleague } from "./reply-to-member.ts";
export { becameOf, bySlack, slackCard, type SlackColleagueDeps } from "./reply-in-slack.ts";
export { alertAdmins, raiseAlert, sendTest, settleAlert } from "./alerts.ts";
export { approvalAlerts } from "./approval-alerts.ts";
export { acknowledge, listNotifications as list, markRead, shownTo, showTaken } from "./centre.ts";
export { advanceDueNotifications } from "./escalate.ts";
export { notifyApproval, resolveApprovalNotification } from "./approval-notifications.ts";
export { findOnRecord } from "./on-record.ts";
export { getOnCall, updateOnCall } from "./on-call-settings.ts";
export { teamOnDuty } from "./on-duty.ts";
export type { NotificationDeps, RingDeps } from "./ports.ts";
export { listPreferences, notifyMember, setPreference } from "./preferences.ts";
export { decideRoute, getRouting, routeFor, updateRouting, type RoutedThing } from "./routing.ts";
export { tellAsker } from "./tell-asker.ts";
export {
  endMember,
  endSession,
  listDevices,
  renewSession,
  subscribe,
  unsubscribe,
  updateDevice,
} from "./subscriptions.ts";
export { isRinging, listUrgent } from "./who-rang.ts";
export { textOnCall, textState, type TextColleagueDeps } from "./text-on-call.ts";
export { newsKeysSince, notifyTeam, settleTeamNews } from "./team.ts";
export {
  askedToStopNews,
  maybeAskedToStopNews,
  settleUrgentNews,
  publishNotice as tell,
  unheardNews,
  unreadableNews,
  unreadNews,
  urgentNews,
} from "./team-news.ts";
