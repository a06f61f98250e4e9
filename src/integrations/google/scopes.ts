/** What Google lets somebody allow, and how it is called (developers.google.com/identity/protocols/oauth2/scopes, read 2026-11-23). */
import { IntegrationError } from "../../kernel/errors.ts";
import type { ConsentCapability } from "../oauth/consent-form.ts";

const AUTH = "https://www.googleapis.com/auth/";

export const SCOPES = {
  read: `${AUTH}gmail.readonly`,
  send: `${AUTH}gmail.send`,
  label: `${AUTH}gmail.modify`,
  calendar: `${AUTH}calendar.events.readonly`,
  calendarWrite: `${AUTH}calendar.events`,
  /** Files, documents and sheets alike: looking at them needs no more. */
  drive: `${AUTH}drive.readonly`,
  /** Files of Steward's own making, and no others. */
  driveOwn: `${AUTH}drive.file`,
  /** New files in folders of others' making, which `drive.file` does not reach. */
  driveWrite: `${AUTH}drive`,
  sheetWrite: `${AUTH}spreadsheets`,
} as const;

/** What a token lets do; each is asked for by itself, so that a look cannot send. */
export type GoogleScope = keyof typeof SCOPES;

/** Who somebody is: their id, address and name. Not among what people tick. */
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

/** Looking is also let by what lets change the same things. */
const WIDER: Readonly<Partial<Record<GoogleScope, readonly string[]>>> = {
  read: [SCOPES.label],
  calendar: [SCOPES.calendarWrite],
};

/** What an admin allows one by one. */
export const CAPABILITIES: readonly ConsentCapability[] = Object.entries(LABELS).map(([name, label]) => ({
  name,
  label,
  scopes: [SCOPES[name as GoogleScope]],
  wider: WIDER[name as GoogleScope] ?? [],
}));

/** Whether these scopes, as Google granted them, let it be done. */
export function isAllowed(scopes: readonly string[], scope: GoogleScope): boolean {
  return [SCOPES[scope], ...(WIDER[scope] ?? [])].some((one) => scopes.includes(one));
}

/** Those that aren't allowed, as people call them. */
export function lacking(granted: readonly string[], asked: readonly GoogleScope[]): string[] {
  return CAPABILITIES.flatMap(({ name, label }) => {
    const scope = asked.find((one) => one === name);
    return scope === undefined || isAllowed(granted, scope) ? [] : [label];
  });
}

/** It isn't allowed by the consent there is. Nothing was asked of Google. */
export function notAllowed(scope: GoogleScope): IntegrationError {
  const words =
    scope === "driveWrite"
      ? "Google was connected by one person signing in, and then Steward creates documents in My Drive alone: leave the folder out"
      : `an admin has to allow ${LABELS[scope]} under Settings → Connections → Google`;
  return new IntegrationError("google", words, { outcome: "not_applied", status: 403 });
}
