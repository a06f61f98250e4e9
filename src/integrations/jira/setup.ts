/** Jira setup: the site with an e-mail address and API token, or a sign-in; then the projects Steward may work in. */
import { MAX_JIRA_PROJECTS, type JiraSettings } from "./connection.ts";
import { AppError } from "../../kernel/errors.ts";
import type { SetupQuestion } from "../api/connections.ts";
import { choice } from "../choose.ts";
import { answerTo, type SetupStart, type VendorSetup } from "../vendor-setup.ts";
import { byConsent, byKey, jiraClient, type JiraAccess } from "./client.ts";
import { jiraConsent, readSites, type JiraSite, type JiraVariable } from "./consent.ts";
import { parseAnswer, projectsSchema } from "./parse.ts";

export const jiraSetup: VendorSetup<JiraSettings, JiraVariable> = {
  key: {
    fields: [
      {
        name: "site",
        label: "Site",
        hint: "The beginning of its address: acme for acme.atlassian.net.",
        isSecret: false,
        pattern: /^[a-z0-9][a-z0-9-]{0,62}$/,
        mismatch: "Only the beginning of the address, such as acme for acme.atlassian.net.",
        current: ({ site }) => site,
      },
      {
        name: "email",
        label: "E-mail address",
        hint: "The address of the token’s Atlassian account. Steward gets that account’s permissions.",
        isSecret: false,
        pattern: /^[^\s@:]+@[^\s@:]+\.[^\s@:]+$/,
        mismatch: "That isn’t an e-mail address.",
        current: ({ email }) => email ?? "",
      },
      {
        name: "token",
        label: "API token",
        hint: "On id.atlassian.com: Security → API tokens → Create API token.",
        isSecret: true,
      },
    ],
    credential: ({ token = "" }) => token,
    refused:
      "Check the site and the address, or create a new token on id.atlassian.com (Security → API tokens).",
  },
  consent: jiraConsent,
  change: "Choose projects…",
  async settle(start) {
    const { before, chosen, http, clock } = start;
    const place = await placeOf(start);
    if ("ask" in place) return place;
    const client = jiraClient(http, clock, place.access);
    const query = { maxResults: 100, orderBy: "name" };
    const answer = await client({ method: "GET", path: "/project/search", query });
    const { values } = parseAnswer(projectsSchema, answer);
    if (values.length === 0)
      throw new AppError("invalid_request", "This works, but the account can’t see any Jira project.");
    const question = choice(
      {
        name: "projects",
        text: "Which projects may Steward read and change?",
        most: MAX_JIRA_PROJECTS,
        isLast: true,
      },
      values.map(({ key, name }) => ({ id: key, label: name, detail: key })),
      (key) =>
        before?.site === place.settings.site && before.projects.some((one) => one.key === key) === true,
    );
    const picked = answerTo(question, chosen);
    if (picked === null) return { ask: question };
    const projects = picked.map(({ id: key, label: name }) => ({
      key,
      name,
      isService: values.find((one) => one.key === key)?.projectTypeKey === "service_desk",
    }));
    return { settings: { ...place.settings, projects } };
  },
};

type Start = SetupStart<JiraSettings, JiraVariable>;

interface Place {
  readonly access: JiraAccess;
  readonly settings: Omit<JiraSettings, "projects">;
}

/** The site and its access; a question if the consent covers several sites. */
async function placeOf(start: Start): Promise<Place | { readonly ask: SetupQuestion }> {
  const { credential, typed, chosen, address } = start;
  if (start.scopes === null) {
    const { site = "", email = "" } = typed;
    const access = byKey(address("JIRA_BASE_URL"), site, email, credential);
    return { access, settings: { site, email, cloudId: null } };
  }
  const sites = await readSites({ ...start, access: credential });
  const question = siteQuestion(sites, start);
  const picked = sites.length === 1 ? sites : answerTo(question, chosen)?.map(({ id }) => siteBy(sites, id));
  const [place] = picked ?? [];
  if (place === undefined) return { ask: question };
  const { cloudId, site } = place;
  const access = byConsent(address("JIRA_GATEWAY_URL"), cloudId, credential);
  return { access, settings: { site, email: null, cloudId } };
}

function siteBy(sites: readonly JiraSite[], id: string): JiraSite {
  const found = sites.find(({ cloudId }) => cloudId === id);
  if (found === undefined) throw new TypeError("a site was chosen that wasn't offered");
  return found;
}

function siteQuestion(sites: readonly JiraSite[], { before }: Start) {
  return choice(
    { name: "site", text: "Which Jira site?", most: 1, isLast: false },
    sites.map(({ cloudId: id, site }) => ({ id, label: `${site}.atlassian.net` })),
    (id) => before?.cloudId === id,
  );
}
