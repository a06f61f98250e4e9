export { alertAdmins, list, raiseAlert, sendTest, type Alert, type NotificationPage } from "./alerts.ts";
export type { Occasion } from "./compose.ts";
export type { DeliveryCount } from "./deliver.ts";
export { notifyApproval, resolveApprovalNotification } from "./notify.ts";
export type { NotificationDeps, PushOptions, PushResult, PushTarget, SendPush } from "./ports.ts";
export { listDevices, subscribe, unsubscribe, type NewSubscription } from "./subscriptions.ts";
