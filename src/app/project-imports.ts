/** Composition of where projects are imported from: the team's ClickUp and Jira, read only. */
import { readLists, readTasks } from "../integrations/clickup/read.ts";
import { searchIssues } from "../integrations/jira/read.ts";
import { openAccount, readOnly } from "../integrations/open-account.ts";
import { localDay } from "../kernel/local-time.ts";
import type { Env } from "../platform/env.ts";
import type { ImportSource } from "../projects/index.ts";
import type { TaskLinkVendor } from "../protocol/projects.ts";
import { accountDeps } from "./accounts.ts";

/** The source of a vendor; null where it isn't connected. Throws `not_configured`. */
export async function importSource(
  env: Env,
  tenantId: string,
  timeZone: string,
  vendor: TaskLinkVendor,
): Promise<ImportSource | null> {
  const deps = readOnly(accountDeps(env, tenantId));
  return vendor === "clickup" ? clickUpSource(deps, timeZone) : jiraSource(deps);
}

type Deps = Parameters<typeof openAccount>[0];

async function clickUpSource(deps: Deps, timeZone: string): Promise<ImportSource | null> {
  const account = await openAccount(deps, "clickup");
  if (account === null) return null;
  return {
    vendor: "clickup",
    async lists() {
      const lists = await readLists(account);
      return lists.map(({ id, name, folder, space, taskCount: tasks }) => {
        return { id, name, where: folder === null ? space : `${space} / ${folder}`, tasks };
      });
    },
    async page(listId, cursor) {
      const number = Number(cursor ?? 0);
      const filter = { listIds: [listId], isClosedToo: true, orderBy: "created" } as const;
      const { tasks, more } = await readTasks(account, filter, number);
      return {
        next: more ? String(number + 1) : null,
        tasks: tasks.map((task) => ({
          ...foreign(task.id, task.name, task.description),
          url: task.url,
          createdAt: task.createdAt,
          changedAt: task.updatedAt,
          parent: task.parent,
          status: task.status,
          isClosed: task.isClosed,
          priority: task.priority,
          dueDate: task.due === null ? null : localDay(Date.parse(task.due), timeZone),
          people: task.assignees.map(({ name, email }) => ({ name, email })),
        })),
      };
    },
  };
}

async function jiraSource(deps: Deps): Promise<ImportSource | null> {
  const account = await openAccount(deps, "jira");
  if (account === null) return null;
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
          ...foreign(issue.key, issue.summary, issue.description),
          url: `${account.page}/${issue.key}`,
          createdAt: issue.createdAt,
          changedAt: issue.updatedAt,
          parent: issue.parent,
          status: issue.status,
          isClosed: issue.isDone,
          priority: issue.priority,
          dueDate: issue.due,
          people: issue.assignee === null ? [] : [{ name: issue.assignee.name, email: issue.assignee.email }],
        })),
      };
    },
  };
}

/** Words from outside, as far as a task holds them. */
function foreign(key: string, title: string, description: string | null) {
  return {
    key,
    title: title.replace(/\s+/g, " ").trim().slice(0, 200) || key,
    description: (description ?? "").slice(0, 20_000),
    startDate: null,
    hours: null,
  };
}
