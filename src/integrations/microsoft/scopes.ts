/** Microsoft Graph's delegated permissions (learn.microsoft.com/graph/permissions-reference, read 2026-11-30) and their labels. */
import type { MailScope } from "../connections/index.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { allowedBy, type ConsentCapability } from "../oauth/consent-form.ts";

export const SCOPES = {
  read: "Mail.Read",
  send: "Mail.Send",
  label: "Mail.ReadWrite",
  calendar: "Calendars.Read",
  calendarWrite: "Calendars.ReadWrite",
} as const satisfies Record<MailScope, string>;

/** The user's ID, address and name, and access that lasts. Not shown as a capability. */
export const IDENTITY_SCOPES = ["openid", "email", "offline_access", "User.Read"] as const;

const LABELS: Readonly<Record<MailScope, string>> = {
  read: "reading e-mail",
  send: "sending e-mail",
  label: "archiving and labeling e-mail",
  calendar: "reading the calendar and when colleagues are busy",
  calendarWrite: "changing the calendar",
};

/** Writing includes reading. */
const WIDER: Readonly<Partial<Record<MailScope, readonly string[]>>> = {
  read: [SCOPES.label],
  calendar: [SCOPES.calendarWrite],
};

/** Capabilities an admin grants one by one. */
export const CAPABILITIES: readonly ConsentCapability[] = Object.entries(LABELS).map(([name, label]) => ({
  name,
  label,
  scopes: [SCOPES[name as MailScope]],
  wider: WIDER[name as MailScope] ?? [],
}));

/** Labels of the missing permissions. */
export function lacking(granted: readonly string[], asked: readonly MailScope[]): string[] {
  const allowed = allowedBy({ grants: CAPABILITIES }, granted);
  const missing = CAPABILITIES.filter(
    (one) => asked.some((name) => name === one.name) && !allowed.includes(one),
  );
  return missing.map(({ label }) => label);
}

/** Throws IntegrationError if the consent lacks this permission. No request is sent. */
export function mustAllow(granted: readonly string[], scope: MailScope): void {
  const [label] = lacking(granted, [scope]);
  if (label === undefined) return;
  throw new IntegrationError(
    "microsoft",
    `an admin has to allow ${label} under Settings → Connections → Microsoft 365`,
    { outcome: "not_applied", status: 403 },
  );
}
