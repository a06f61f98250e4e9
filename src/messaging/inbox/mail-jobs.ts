/** The checks of e-mail as schedules of a tenant. */
import { findGoogleInfo } from "../../integrations/google/connection.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { MailCheckName } from "../api/mail.ts";
import { ensureSystemSchedule } from "../../agent/schedules/index.ts";

const TITLES: Record<MailCheckName, string> = {
  general: "Check e-mail",
  leads: "Check e-mail for leads",
};
/** The checks there are. */
export const MAIL_CHECKS: readonly MailCheckName[] = ["general", "leads"];

/** Name of a check's system job. Persisted. */
export function mailJobName(check: MailCheckName): string {
  return `mail.${check}`;
}

/** Gives a tenant its checks as its settings have them; none where no e-mail is connected. Repeats change nothing. */
export async function ensureMailJobs(db: TenantDb): Promise<void> {
  const info = await findGoogleInfo(db);
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
