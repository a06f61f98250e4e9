/** Signing in at Atlassian for an app (developer.atlassian.com, "OAuth 2.0 (3LO) apps", read 2026-11-23): access for an hour, refresh tokens that are used up. */
import { consentsOf, createConsentServer, type ConsentServer } from "../vendor/consent-server.ts";
import { HARBOR } from "../world/company.ts";
import { USERS } from "./store.ts";

/** Plainly made up. */
export const JIRA_APP = { id: "JIRAAPPSTEWARDSANDBOX", secret: "jira-secret-of-the-sandbox" } as const;

/** The sites an account opens: the first person two, everybody else one. All of them show one world. */
export const JIRA_SITES = [
  { id: "11111111-1111-4111-8111-11aa11bb11cc", site: "harborlight" },
  { id: "22222222-2222-4222-8222-22aa22bb22cc", site: "harborlight-test" },
] as const;

/** What was consented to. */
export const jiraConsents = consentsOf("jira-oauth");

/** How it is played. */
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

/** Registers it in the sandbox. */
export const createJiraConsent = createConsentServer(JIRA_CONSENT, jiraConsents);
