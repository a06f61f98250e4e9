/** Atlassian's API gateway: the sites a token can access, and Jira behind each, within the token's scopes. */
import { json, SandboxError, type CreateService, type SandboxRequest } from "../service.ts";
import { grantBy } from "../vendor/consent-server.ts";
import { JIRA_SITES, jiraConsents } from "./consent.ts";
import { createJira } from "./jira.ts";
import { USERS } from "./store.ts";

/** The gateway's response to a missing scope (community.developer.atlassian.com, "scope does not match"). */
function refused(message: string): Response {
  return json({ code: 401, message }, 401);
}

function accessIn({ headers }: SandboxRequest): string {
  return (headers.get("authorization") ?? "").replace(/^Bearer /, "");
}

function scopeFor({ method, path }: SandboxRequest): string {
  if (method !== "GET") return "write:jira-work";
  return /\/(?:user|myself)(?:\/|$)/.test(path) ? "read:jira-user" : "read:jira-work";
}

function sitesOf(accountId: string) {
  return JIRA_SITES.slice(0, accountId === USERS[0]?.accountId ? 2 : 1);
}

export const createJiraGateway: CreateService = (context) => {
  const consents = jiraConsents(context);
  const jira = createJira(context);
  return {
    name: "jira-gateway",
    prefix: "/jira-gateway",
    async handle(request) {
      const grant = grantBy(consents.value, accessIn(request), context.now());
      if (grant === null) return refused("Unauthorized");
      const sites = sitesOf(grant.personId);
      const scopes = grant.scopes.filter((one) => one !== "offline_access");
      if (request.method === "GET" && request.path === "/oauth/token/accessible-resources")
        return json(
          sites.map(({ id, site }) => ({
            id,
            name: site,
            url: `https://${site}.atlassian.net`,
            scopes,
            avatarUrl: `https://${site}.atlassian.net/avatar.png`,
          })),
        );
      const [, cloudId, path] = /^\/ex\/jira\/([\w-]+)(\/.*)$/.exec(request.path) ?? [];
      if (path === undefined || !sites.some(({ id }) => id === cloudId))
        throw new SandboxError(404, `Nothing answers at ${request.path}.`);
      if (!scopes.includes(scopeFor({ ...request, path })))
        return refused("Unauthorized; scope does not match");
      return jira.handle({ ...request, path });
    },
    reset: () => undefined,
    violations: () => jira.violations?.() ?? [],
  };
};
