/**
 * Atlassian sign-in for Jira ("OAuth 2.0 (3LO) apps", developer.atlassian.com, read 2026-11-23). Refresh tokens can be used once; access
 * can't be revoked.
 */
import * as z from "zod";
import { AppError } from "../../kernel/errors.ts";
import { MAX_SETUP_OPTIONS } from "../api/connections.ts";
import { jsonClient } from "../json-client.ts";
import type { ConsentForm, WhoIsAsked } from "../oauth/consent-form.ts";
import { byConsent, jiraClient } from "./client.ts";
import { parseAnswer, userSchema } from "./parse.ts";

export type JiraVariable = "JIRA_BASE_URL" | "JIRA_SIGN_IN_URL" | "JIRA_GATEWAY_URL";

/** A site a consent gives access to. */
export interface JiraSite {
  readonly cloudId: string;
  /** `acme` of acme.atlassian.net. */
  readonly site: string;
}

const sitesSchema = z.array(
  z.object({ id: z.string().regex(/^[\w-]{1,64}$/), url: z.url(), scopes: z.array(z.string()) }),
);

/** Throws `invalid_request` if there is none. */
export async function readSites(asked: WhoIsAsked<JiraVariable>): Promise<JiraSite[]> {
  const { access, address, http, clock } = asked;
  const client = jsonClient({
    vendor: "jira",
    baseUrl: address("JIRA_GATEWAY_URL"),
    http,
    clock,
    headers: () => ({ authorization: `Bearer ${access}` }),
    reasons: { 401: "the access was not accepted" },
  });
  const answer = await client({ method: "GET", path: "/oauth/token/accessible-resources" });
  const sites = parseAnswer(sitesSchema, answer).flatMap(({ id: cloudId, url, scopes }) => {
    // The list includes sites of other Atlassian products, with other scopes.
    const site = /^([a-z0-9][a-z0-9-]{0,62})\.atlassian\.net$/.exec(new URL(url).hostname)?.[1];
    return site === undefined || !scopes.includes("read:jira-work") ? [] : [{ cloudId, site }];
  });
  if (sites.length === 0)
    throw new AppError(
      "invalid_request",
      "This account has no access to a Jira site. Sign in with another one.",
    );
  return sites.slice(0, MAX_SETUP_OPTIONS);
}

export const jiraConsent: ConsentForm<JiraVariable> = {
  client: "JIRA",
  authorizeUrl: (address) => `${address("JIRA_SIGN_IN_URL")}/authorize`,
  tokenUrl: (address) => `${address("JIRA_SIGN_IN_URL")}/oauth/token`,
  authorizeParams: () => ({ audience: "api.atlassian.com", prompt: "consent" }),
  scopes: ["read:jira-work", "read:jira-user", "offline_access"],
  grants: [{ name: "write", label: "creating and changing issues", scopes: ["write:jira-work"] }],
  // Used and expired refresh tokens are refused this way too.
  readAnswer: (answer) =>
    answer["error"] === "unauthorized_client" && String(answer["error_description"]).includes("refresh_token")
      ? { error: "invalid_grant" }
      : { ...answer },
  async whoIs(asked) {
    const [site] = await readSites(asked);
    const access = byConsent(asked.address("JIRA_GATEWAY_URL"), site?.cloudId ?? "", asked.access);
    const client = jiraClient(asked.http, asked.clock, access);
    const { id, name } = parseAnswer(userSchema, await client({ method: "GET", path: "/myself" }));
    return { id, name };
  },
};
