/** Finds Jira projects, issues, people and field values by name; a string is an error for the model. */
import * as z from "zod";
import { jiraLabelOf } from "../effects/jira-fields.ts";
import type { JiraIssue, JiraUser } from "../read.ts";
import { oneNamed } from "../../../agent/tools/one-named.ts";
import type { JiraProject, JiraServices } from "./index.ts";

export const projectField = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .describe("A project's name or key, such as Claims or CLAIM");
export const issueField = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .describe("Key as search_jira gives it, such as CLAIM-12, or the address of its page");

/** The named project, or the only one. */
export function projectNamed({ projects }: JiraServices, wanted?: string): JiraProject | string {
  const [only, ...others] = projects;
  if (wanted === undefined && only !== undefined && others.length === 0) return only;
  const shown = ({ key, name }: JiraProject): string => `${name} (${key})`;
  if (wanted === undefined) return `Say which project: ${projects.map(shown).join("; ")}.`;
  return (
    projects.find(({ key }) => key === wanted.toUpperCase()) ??
    oneNamed(projects, wanted, [({ name }) => name], {
      several: "Several projects fit",
      none: "No project that an admin chose fits",
      ask: "Say which",
      shown,
    })
  );
}

/** A project's display name. */
export function projectName({ projects }: JiraServices, key: string): string {
  return projects.find((one) => one.key === key)?.name ?? key;
}

export async function jiraIssueNamed(services: JiraServices, asked: string): Promise<JiraIssue | string> {
  const [key] = /[A-Z][A-Z0-9_]+-\d{1,9}$/.exec(asked.toUpperCase().replace(/[?#].*$/, "")) ?? [];
  const issue = key === undefined ? null : await services.issue(key);
  return (
    issue ?? `There is no issue "${asked}" in the projects an admin chose. search_jira finds them by words.`
  );
}

/** The single assignable user with this name or address in any of the projects. */
export async function jiraPersonNamed(
  { people }: JiraServices,
  projects: readonly string[],
  wanted: string,
): Promise<{ readonly user: JiraUser; readonly label: string } | string> {
  const all = await peopleOf(people, projects, wanted);
  const label = (one: JiraUser): string => jiraLabelOf(one, all);
  const person =
    all.find(({ email }) => email?.toLowerCase() === wanted.toLowerCase()) ??
    oneNamed(all, wanted, [label], {
      several: "Several people fit",
      none: `Nobody issues of ${projects.join(", ")} can be assigned to fits`,
      ask: "Say who",
      shown: label,
    });
  if (typeof person === "string") return person;
  return { user: person, label: jiraLabelOf(person, await peopleOf(people, projects, person.name)) };
}

async function peopleOf(
  people: JiraServices["people"],
  projects: readonly string[],
  named: string,
): Promise<readonly JiraUser[]> {
  const found = await Promise.all(projects.map((project) => people(project, named)));
  return [...new Map(found.flat().map((one) => [one.id, one])).values()];
}

/** A value as the site spells it. */
export function wordNamed(
  all: readonly string[],
  wanted: string,
  what: string,
): { readonly word: string } | string {
  const found = all.find((one) => one.toLowerCase() === wanted.toLowerCase());
  return found === undefined
    ? `There is no ${what} "${wanted}". There are: ${all.join(", ")}.`
    : { word: found };
}
