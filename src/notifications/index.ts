export { alertAdmins, list, raiseAlert, sendTest, type Alert } from "./alerts.ts";
export { notifyApproval, resolveApprovalNotification } from "./notify.ts";
export type { NotificationDeps } from "./ports.ts";
export { listDevices, subscribe, unsubscribe } from "./subscriptions.ts";
