/**
 * OAuth consents at Google (developers.google.com/identity/protocols/oauth2/web-server, read 2026-11-23): one per person and app. A token
 * requested with `include_granted_scopes` covers all of it; revoking any token revokes all.
 */
import type { SandboxContext } from "../service.ts";
import type { Section } from "../state.ts";

/** An app registered in a Google Cloud project. Fictitious. */
export const GOOGLE_APP = {
  id: "112233445566-stewardsandbox.apps.googleusercontent.com",
  secret: "GOCSPX-secret-of-the-sandbox",
} as const;

interface Refresh {
  readonly token: string;
  readonly scopes: readonly string[];
}

export interface Consent {
  readonly id: string;
  readonly email: string;
  scopes: string[];
  refreshes: Refresh[];
  /** Incremented when access tokens are invalidated early. */
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

export interface Consents {
  readonly codes: Record<string, Code>;
  consents: Consent[];
  /** Number of successful refreshes. */
  renewals: number;
}

const sections = new WeakMap<SandboxContext, Section<Consents>>();

export function googleConsents(context: SandboxContext): Section<Consents> {
  const section =
    sections.get(context) ??
    context.section<Consents>("google-consents", () => ({ codes: {}, consents: [], renewals: 0 }));
  sections.set(context, section);
  return section;
}

/** The value stored in access tokens. */
export function roundOf({ id, round }: Consent): string {
  return `${id}:${round}`;
}

/** Whether the consent behind a token is still valid. */
export function holds(context: SandboxContext, { consent }: { readonly consent?: string }): boolean {
  if (consent === undefined) return true;
  return googleConsents(context).value.consents.some((one) => roundOf(one) === consent);
}

/** A person's consent; creates an empty one if missing. */
export function consentOf(consents: Consents, email: string, newId: () => string): Consent {
  const known = consents.consents.find((one) => one.email === email);
  if (known !== undefined) return known;
  const made: Consent = { id: newId(), email, scopes: [], refreshes: [], round: 0 };
  consents.consents.push(made);
  return made;
}
