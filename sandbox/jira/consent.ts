/** Atlassian OAuth (developer.atlassian.com, "OAuth 2.0 (3LO) apps", read 2026-11-23): tokens for an hour, single-use refresh tokens. */
import { consentsOf, createConsentServer, type ConsentServer } from "../vendor/consent-server.ts";
import { HARBOR } from "../world/company.ts";
import { USERS } from "./store.ts";

/** Fictitious. */
export const JIRA_APP = { id: "JIRAAPPSTEWARDSANDBOX", secret: "jira-secret-of-the-sandbox" } as const;

/** Accessible sites: two for the first person, one for everyone else. All have the same data. */
export const JIRA_SITES = [
  { id: "11111111-1111-4111-8111-11aa11bb11cc", site: "harborlight" },
  { id: "22222222-2222-4222-8222-22aa22bb22cc", site: "harborlight-test" },
] as const;

export const jiraConsents = consentsOf("jira-oauth");

export const JIRA_CONSENT: ConsentServer = {
  name: "jira-oauth",
  prefix: "/jira-sign-in",
  title: "Jira",
  to: HARBOR.name,
  authorizePath: "/authorize",
  tokenPath: "/oauth/token",
  returnPath: "/api/connections/jira/callback",
  app: JIRA_APP,
  people: USERS.slice(0, 2).map(({ accountId: id, displayName: name, emailAddress: email }) => ({
    id,
    name,
    email,
  })),
  accessSeconds: 3600,
  requires: { audience: "api.atlassian.com", prompt: "consent" },
  scopes: ["read:jira-work", "read:jira-user", "write:jira-work", "offline_access"],
  renewsWith: "offline_access",
};

export const createJiraConsent = createConsentServer(JIRA_CONSENT, jiraConsents);
