/** Imports Jira projects. */
import type { ImportSource } from "../../projects/index.ts";
import { importedWords } from "../import-text.ts";
import { searchIssues, type JiraAccount } from "./read.ts";

/** The projects in scope. */
export function jiraImport(account: JiraAccount): ImportSource {
  const { projects, site } = account.connection.settings;
  return {
    vendor: "jira",
    lists: () =>
      Promise.resolve(projects.map(({ key, name }) => ({ id: key, name, where: site, tasks: null }))),
    async page(key, cursor) {
      const { issues, next } = await searchIssues(account, [key], {}, cursor ?? undefined);
      return {
        next,
        tasks: issues.map((issue) => ({
          ...importedWords(issue.key, issue.summary, issue.description),
          url: `${account.page}/${issue.key}`,
          createdAt: issue.createdAt,
          changedAt: issue.updatedAt,
          parent: issue.parent,
          status: issue.status,
          isClosed: issue.isDone,
          priority: issue.priority,
          dueDate: issue.due,
          tags: [...issue.labels],
          people: issue.assignee === null ? [] : [{ name: issue.assignee.name, email: issue.assignee.email }],
        })),
      };
    },
  };
}
