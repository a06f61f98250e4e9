/** Jira issues in the projects an admin chose. */
import {
  findIssue,
  isDescriptionWhole,
  readAssignable,
  readComments,
  readPriorities,
  readTransitions,
  readTypes,
  searchIssues,
  type JiraComment,
  type JiraFilter,
  type JiraIssue,
  type JiraType,
  type JiraUser,
} from "../read.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import { once } from "../../../agent/tools/once.ts";
import * as tools from "./tools.ts";
export { createJiraIssue } from "./create-jira-issue.ts";

export interface JiraProject {
  readonly key: string;
  readonly name: string;
}

/** Priorities are read once per run. */
export interface JiraServices {
  readonly connectionId: string;
  readonly clock: Clock;
  readonly timeZone: string;
  /** Base of issue links, without the key. */
  readonly page: string;
  readonly projects: readonly JiraProject[];
  /** Assignable users: those matching `named`, else the first ones. */
  readonly people: (project: string, named?: string) => Promise<readonly JiraUser[]>;
  readonly types: (project: string) => Promise<readonly JiraType[]>;
  readonly priorities: () => Promise<readonly string[]>;
  readonly transitions: (key: string) => Promise<readonly { readonly to: string }[]>;
  readonly issues: (
    projects: readonly string[],
    filter: JiraFilter,
    cursor?: string,
  ) => Promise<{ readonly issues: readonly JiraIssue[]; readonly next: string | null }>;
  readonly issue: (key: string) => Promise<JiraIssue | null>;
  /** Whether its description as Markdown lost nothing. */
  readonly isDescriptionWhole: (issue: JiraIssue) => Promise<boolean>;
  readonly comments: (key: string, newer?: number) => Promise<readonly JiraComment[]>;
}

export const jira = defineToolset<JiraServices>({
  name: "jira",
  title: "Jira issues",
  place: 200,
  vendor: "jira",
  tools: Object.values(tools),
  async open(tenant) {
    const account = await tenant.account("jira");
    return {
      connectionId: account.connection.id,
      clock: tenant.clock,
      timeZone: await tenant.timeZone(),
      page: account.page,
      projects: account.connection.settings.projects,
      people: (project, named) => readAssignable(account, project, named),
      types: (project) => readTypes(account, project),
      priorities: once(() => readPriorities(account)),
      transitions: (key) => readTransitions(account, key),
      issues: (projects, filter, cursor) => searchIssues(account, projects, filter, cursor),
      issue: (key) => findIssue(account, key),
      isDescriptionWhole: (issue) => isDescriptionWhole(account, issue),
      comments: (key, newer) => readComments(account, key, newer),
    };
  },
});
