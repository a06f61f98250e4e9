/** Mail checks as scheduled jobs of a tenant. */
import { findMailConnection } from "../../integrations/connections/index.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { MailCheckName } from "../api/mail.ts";
import { ensureSystemSchedule } from "../../agent/schedules/index.ts";

const TITLES: Record<MailCheckName, string> = {
  general: "Check e-mail",
  leads: "Check e-mail for leads",
};
export const MAIL_CHECKS: readonly MailCheckName[] = ["general", "leads"];

/** Name of a check's system job. Persisted. */
export function mailJobName(check: MailCheckName): string {
  return `mail.${check}`;
}

/** Creates the jobs of the checks from the tenant's settings; none if no mailbox is connected. Idempotent. */
export async function ensureMailJobs(db: TenantDb): Promise<void> {
  const info = await findMailConnection(db);
  if (info === null) return;
  for (const check of MAIL_CHECKS) {
    const { enabled, everyMinutes, hours } = info.settings.mail.checks[check];
    await ensureSystemSchedule(db, {
      name: mailJobName(check),
      title: TITLES[check],
      cadence: { type: "every", minutes: everyMinutes, ...(hours === null ? {} : { window: hours }) },
      enabled,
    });
  }
}
