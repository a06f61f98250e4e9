/** Finds repositories, issues, labels and people by name; a string is an error for the model. */
import * as z from "zod";
import type { StoredIssue } from "../read.ts";
import { allNamed, oneNamed } from "../../../agent/tools/one-named.ts";
import type { GitHubServices } from "./index.ts";

export const repositoryField = z
  .string()
  .trim()
  .min(1)
  .max(140)
  .describe("A repository's name, such as website or harborlight/website");

/** Input field for an issue or pull request. */
export const issueField = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .describe(
    "As search_github_issues gives it: harborlight/website#12; or the address of its page. #12 alone where there is one repository",
  );

export const pageField = z
  .int()
  .min(1)
  .max(30)
  .optional()
  .describe("From 1; the answer says when there are more");

/** The named repository, or the only one. */
export function repositoryNamed(
  { names }: GitHubServices,
  wanted?: string,
): string | { readonly name: string } {
  const [only, ...others] = names;
  if (wanted === undefined && only !== undefined && others.length === 0) return { name: only };
  if (wanted === undefined) return `Say which repository: ${names.join("; ")}.`;
  const all = names.map((name) => ({ name }));
  return (
    all.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()) ??
    oneNamed(all, wanted, [({ name }) => name.split("/")[1] ?? name, ({ name }) => name], {
      several: "Several repositories fit",
      none: "No repository that an admin chose fits",
      ask: "Say which",
      shown: ({ name }) => name,
    })
  );
}

/** The named repository, else all. */
export function repositoriesNamed(services: GitHubServices, wanted?: string): readonly string[] | string {
  if (wanted === undefined) return services.names;
  const found = repositoryNamed(services, wanted);
  return typeof found === "string" ? found : [found.name];
}

const ADDRESS = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)/;
const SHORT = /^(?:([\w.-]+(?:\/[\w.-]+)?)\s*)?#?(\d{1,9})$/;

export async function issueNamed(services: GitHubServices, asked: string): Promise<StoredIssue | string> {
  const [, place, digits] = ADDRESS.exec(asked) ?? SHORT.exec(asked) ?? [];
  if (digits === undefined)
    return `"${asked}" is no issue. Give it like ${services.names[0] ?? "owner/name"}#12; search_github_issues finds it by words.`;
  const repository = repositoryNamed(services, place);
  if (typeof repository === "string") return repository;
  const issue = await services.issue(repository.name, Number(digits));
  return (
    issue ??
    `There is no issue or pull request ${repository.name}#${digits}. search_github_issues finds them by words.`
  );
}

/** Labels as the repository spells them: GitHub would create unknown ones. */
export async function labelsNamed(
  services: GitHubServices,
  repository: string,
  wanted: readonly string[],
): Promise<readonly string[] | string> {
  if (wanted.length === 0) return [];
  const all = (await services.labels(repository)).map((name) => ({ name }));
  return namesOf(wanted, all, {
    several: "Several labels fit",
    none: `${repository} has no label`,
    ask: "Its labels",
  });
}

/** Assignable people: GitHub silently ignores others. */
export async function peopleNamed(
  services: GitHubServices,
  repository: string,
  wanted: readonly string[],
): Promise<readonly string[] | string> {
  if (wanted.length === 0) return [];
  const all = (await services.people(repository)).map((name) => ({ name }));
  return namesOf(
    wanted.map((one) => one.replace(/^@/, "")),
    all,
    {
      several: "Several people fit",
      none: `Nobody who can be assigned in ${repository} fits`,
      ask: "Give a login",
    },
  );
}

async function namesOf(
  wanted: readonly string[],
  all: readonly { readonly name: string }[],
  unclear: { readonly several: string; readonly none: string; readonly ask: string },
): Promise<readonly string[] | string> {
  const nameOf = ({ name }: { readonly name: string }): string => name;
  const found = await allNamed(
    wanted,
    async (one) =>
      all.find(({ name }) => name.toLowerCase() === one.toLowerCase()) ??
      oneNamed(all, one, [nameOf], { ...unclear, shown: nameOf }),
  );
  return typeof found === "string" ? found : [...new Set(found.map(nameOf))];
}
