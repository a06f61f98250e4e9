/** A tenant's Google connection: a service account that may impersonate the people on its allow-list, or one person's own account. */
import type { ConnectionKind } from "../connections/connection.ts";
import { mailboxSettingsSchema, type MailboxSettings } from "../connections/mailbox-settings.ts";

export const googleConnections: ConnectionKind<MailboxSettings> = {
  vendor: "google",
  settings: mailboxSettingsSchema,
  credentialField: "serviceAccount",
};
