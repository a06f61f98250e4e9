/**
 * What people have allowed apps at Google (developers.google.com/identity/protocols/oauth2/web-server, read 2026-11-23): one consent for each person and
 * app. A token made with `include_granted_scopes` covers all of it; giving any token back ends all of it.
 */
import type { SandboxContext } from "../service.ts";
import type { Section } from "../state.ts";

/** An app as registered in a Google Cloud project, plainly made up. */
export const GOOGLE_APP = {
  id: "112233445566-stewardsandbox.apps.googleusercontent.com",
  secret: "GOCSPX-secret-of-the-sandbox",
} as const;

interface Refresh {
  readonly token: string;
  readonly scopes: readonly string[];
}

/** What one person allows. */
export interface Consent {
  readonly id: string;
  readonly email: string;
  scopes: string[];
  refreshes: Refresh[];
  /** Counts up where access is ended before its time. */
  round: number;
}

interface Code {
  readonly email: string;
  readonly scopes: readonly string[];
  readonly isOffline: boolean;
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly untilMs: number;
}

/** What it keeps. */
export interface Consents {
  readonly codes: Record<string, Code>;
  consents: Consent[];
  /** Refreshes that were answered with a token. */
  renewals: number;
}

const sections = new WeakMap<SandboxContext, Section<Consents>>();

/** Its part of the world. */
export function googleConsents(context: SandboxContext): Section<Consents> {
  const section =
    sections.get(context) ??
    context.section<Consents>("google-consents", () => ({ codes: {}, consents: [], renewals: 0 }));
  sections.set(context, section);
  return section;
}

/** As access tokens name it. */
export function roundOf({ id, round }: Consent): string {
  return `${id}:${round}`;
}

/** Whether what a token stands for is allowed still. */
export function holds(context: SandboxContext, { consent }: { readonly consent?: string }): boolean {
  if (consent === undefined) return true;
  return googleConsents(context).value.consents.some((one) => roundOf(one) === consent);
}

/** The consent of a person; a new one that allows nothing where there is none. */
export function consentOf(consents: Consents, email: string, newId: () => string): Consent {
  const known = consents.consents.find((one) => one.email === email);
  if (known !== undefined) return known;
  const made: Consent = { id: newId(), email, scopes: [], refreshes: [], round: 0 };
  consents.consents.push(made);
  return made;
}
