import { jiraConnections } from "./connection.ts";
import { defineVendor } from "../define-vendor.ts";
import { byConsent, byKey, jiraClient } from "./client.ts";
import { JIRA_KNOWLEDGE } from "./knowledge.ts";
import { readPriorities, type JiraAccount } from "./read.ts";
import { jiraSetup } from "./setup.ts";

export const jira = defineVendor({
  name: "jira",
  title: "Jira",
  // Each team has its own site.
  addresses: {
    JIRA_BASE_URL: { production: "https://*.atlassian.net", sandbox: "/jira" },
    JIRA_SIGN_IN_URL: { production: "https://auth.atlassian.com", sandbox: "/jira-sign-in" },
    JIRA_GATEWAY_URL: { production: "https://api.atlassian.com", sandbox: "/jira-gateway" },
  },
  connections: jiraConnections,
  effectEveryMs: 1_000,
  open({ connection, address, http, clock, formats }): JiraAccount {
    const { site, email, cloudId } = connection.settings;
    const base = address("JIRA_BASE_URL");
    const { credential } = connection;
    const access =
      cloudId === null
        ? byKey(base, site, email ?? "", credential)
        : byConsent(address("JIRA_GATEWAY_URL"), cloudId, credential);
    return {
      connection,
      client: jiraClient(http, clock, access),
      formats,
      page: `${base.replace("*", site)}/browse`,
    };
  },
  knowledge: JIRA_KNOWLEDGE,
  page: {
    gives: "Issues of the projects you choose",
    stops: "Steward can no longer look up, create or change issues. They stay in Jira.",
    refused: "Create a new API token on id.atlassian.com (Security → API tokens), then replace the key here.",
    added: jiraSetup,
    whose: ({ site, projects }) => `${site}.atlassian.net: ${projects.map(({ name }) => name).join(", ")}`,
    check: async (account) => void (await readPriorities(account)),
  },
});
