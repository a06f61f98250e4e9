/**
 * A team's e-mail settings: readable by all members, changed by admins, effective at the next check. The
 * allow-list of mailboxes can't be changed here.
 */
import { auditStatement, changesBetween, type Actor } from "../../platform/audit/index.ts";
import {
  findMailConnection,
  saveMailSettings,
  unlisted,
  type MailConnection,
} from "../../integrations/connections/index.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { MailSettings } from "../api/mail.ts";

/**
 * Replaces the settings, if unchanged since `version`. Throws `not_configured`, `invalid_arguments`,
 * `changed`.
 */
export async function updateMailSettings(
  db: TenantDb,
  change: {
    readonly settings: MailSettings;
    readonly version: number;
    readonly by: Actor;
    readonly nowMs: number;
  },
): Promise<MailConnection> {
  const info = await findMailConnection(db);
  if (info === null) throw new AppError("not_configured", "No e-mail is connected yet.");
  const strangers = unlisted(change.settings, info.settings.mailboxes);
  if (strangers.length > 0) {
    throw new AppError(
      "invalid_arguments",
      `This connection may not act for ${strangers.join(", ")}. Its mailboxes are set where it is connected.`,
      { details: { issues: strangers.map((address) => ({ path: "/watched", message: address })) } },
    );
  }
  const { version } = info.settings;
  if (version !== change.version || !(await saveMailSettings(db, info, change.settings))) {
    throw new AppError("changed", "Someone else changed these settings. Reload them and try again.", {
      details: { version: (await findMailConnection(db))?.settings.version ?? 0 },
    });
  }
  const entry = {
    id: `mail-settings:${db.tenantId}:${info.id}:${version + 1}`,
    actor: change.by,
    action: "mail_settings.changed",
    subject: { kind: "connection", id: info.id },
    sentence: `${change.by.name} changed the e-mail settings`,
    changes: changesBetween({ ...info.settings.mail }, { ...change.settings }),
  };
  await db.batch([auditStatement(db, entry, change.nowMs)]);
  return { ...info, settings: { ...info.settings, mail: change.settings, version: version + 1 } };
}
