/** Connecting Jira: the site, an account's address and an API token of theirs, then which projects Steward may work in. */
import { MAX_JIRA_PROJECTS, type JiraSettings } from "../../connections/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { choice } from "../choose.ts";
import { answerTo, type VendorSetup } from "../vendor-setup.ts";
import { jiraClient } from "./client.ts";
import { parseAnswer, projectsSchema } from "./parse.ts";

/** How Jira is connected on the page. */
export const jiraSetup: VendorSetup<JiraSettings, "JIRA_BASE_URL"> = {
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
        hint: "Of the Atlassian account the token belongs to. Steward sees and does what this account may.",
        isSecret: false,
        pattern: /^[^\s@:]+@[^\s@:]+\.[^\s@:]+$/,
        mismatch: "That isn’t an e-mail address.",
        current: ({ email }) => email,
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
  change: "Choose projects…",
  async settle({ credential: token, typed, before, chosen, address, http, clock }) {
    const { site = "", email = "" } = typed;
    const client = jiraClient(http, clock, { address: address("JIRA_BASE_URL"), site, email, token });
    const query = { maxResults: 100, orderBy: "name" };
    const answer = await client({ method: "GET", path: "/project/search", query });
    const { values } = parseAnswer(projectsSchema, answer);
    if (values.length === 0)
      throw new AppError("invalid_request", "This token works, but the account sees no project in Jira.");
    const question = choice(
      {
        name: "projects",
        text: "Which projects may Steward read and change?",
        most: MAX_JIRA_PROJECTS,
        isLast: true,
      },
      values.map(({ key, name }) => ({ id: key, label: name, detail: key })),
      (key) => before?.projects.some((one) => one.key === key) === true,
    );
    const picked = answerTo(question, chosen);
    if (picked === null) return { ask: question };
    const projects = picked.map(({ id: key, label: name }) => ({
      key,
      name,
      isService: values.find((one) => one.key === key)?.projectTypeKey === "service_desk",
    }));
    return { settings: { site, email, projects } };
  },
};
