/** Google scopes and their labels (developers.google.com/identity/protocols/oauth2/scopes, read 2026-11-23). */
import { IntegrationError } from "../../kernel/errors.ts";
import type { ConsentCapability } from "../oauth/consent-form.ts";

const AUTH = "https://www.googleapis.com/auth/";

export const SCOPES = {
  read: `${AUTH}gmail.readonly`,
  send: `${AUTH}gmail.send`,
  label: `${AUTH}gmail.modify`,
  calendar: `${AUTH}calendar.events.readonly`,
  calendarWrite: `${AUTH}calendar.events`,
  /** Files, documents and sheets: sufficient for reading. */
  drive: `${AUTH}drive.readonly`,
  /** Only files Steward created. */
  driveOwn: `${AUTH}drive.file`,
  /** New files in other people's folders, which `drive.file` does not cover. */
  driveWrite: `${AUTH}drive`,
  sheetWrite: `${AUTH}spreadsheets`,
} as const;

/** Each scope is requested separately, so that a read token can't send. */
export type GoogleScope = keyof typeof SCOPES;

/** The user's ID, address and name. Not shown as a capability. */
export const IDENTITY_SCOPES = ["openid", `${AUTH}userinfo.email`, `${AUTH}userinfo.profile`] as const;

const LABELS: Readonly<Record<Exclude<GoogleScope, "driveWrite">, string>> = {
  read: "reading e-mail",
  send: "sending e-mail",
  label: "archiving and labeling e-mail",
  calendar: "reading the calendar",
  calendarWrite: "changing the calendar",
  drive: "reading files in Drive",
  driveOwn: "creating Google Docs",
  sheetWrite: "adding rows to sheets",
};

/** Write scopes include reading. */
const WIDER: Readonly<Partial<Record<GoogleScope, readonly string[]>>> = {
  read: [SCOPES.label],
  calendar: [SCOPES.calendarWrite],
};

/** Capabilities an admin grants one by one. */
export const CAPABILITIES: readonly ConsentCapability[] = Object.entries(LABELS).map(([name, label]) => ({
  name,
  label,
  scopes: [SCOPES[name as GoogleScope]],
  wider: WIDER[name as GoogleScope] ?? [],
}));

/** Whether the granted scopes allow it. */
export function isAllowed(scopes: readonly string[], scope: GoogleScope): boolean {
  return [SCOPES[scope], ...(WIDER[scope] ?? [])].some((one) => scopes.includes(one));
}

/** Labels of the missing scopes. */
export function lacking(granted: readonly string[], asked: readonly GoogleScope[]): string[] {
  return CAPABILITIES.flatMap(({ name, label }) => {
    const scope = asked.find((one) => one === name);
    return scope === undefined || isAllowed(granted, scope) ? [] : [label];
  });
}

/** The consent lacks this scope. No request was sent to Google. */
export function notAllowed(scope: GoogleScope): IntegrationError {
  const words =
    scope === "driveWrite"
      ? "with Google connected by one person’s sign-in, Steward can create documents only in My Drive: leave the folder out"
      : `an admin has to allow ${LABELS[scope]} under Settings → Connections → Google`;
  return new IntegrationError("google", words, { outcome: "not_applied", status: 403 });
}
