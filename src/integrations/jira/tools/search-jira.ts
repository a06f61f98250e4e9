import * as z from "zod";
import { momentOf } from "../../../kernel/local-time.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { JiraServices } from "./index.ts";
import { jiraPersonNamed, projectField, projectNamed } from "./named.ts";
import { lineOf } from "./view.ts";
import { MINUTE_MS } from "../../../kernel/clock.ts";

const wordField = z.string().trim().min(1).max(100);

export const searchJira = defineTool({
  name: "search_jira",
  title: "Search Jira",
  done: "Searched Jira",
  description:
    "Finds issues of the team's projects in Jira, those changed last first: by words (all must stand in them), project, status, person, labels, type, due day or last change. " +
    "50 a page; next takes you on. It takes plain words and no JQL.",
  keywords: "jira find issues tickets bugs open backlog assigned overdue sprint what is left to do",
  input: z.strictObject({
    query: z.string().trim().min(2).max(200).optional().describe("Such as water damage Pier 9"),
    project: projectField.optional().describe("All of the team's if left out"),
    status: wordField.optional().describe("As the project calls it, such as In Progress"),
    open: z.boolean().optional().describe("True for those that are not done"),
    assignee: wordField.optional().describe("A colleague's name or address; nobody for unassigned ones."),
    labels: z.array(z.string().trim().min(1).max(255)).max(5).optional(),
    type: wordField.optional().describe("Such as Task or Bug"),
    dueBy: z.iso.date().optional().describe("Due on this day or before, as 2026-11-23"),
    updatedSince: z.iso.date().optional().describe("Changed on this day or later"),
    next: z.string().min(1).max(2000).optional().describe("From the page before, with the same filters"),
  }),
  effect: "read",
  lists: true,
  whenEmpty: "No issue fits. All words must stand in it: try one of them, or only open or project.",
  egress: "provider",
  summarize: ({ query }) => `Searching Jira${query === undefined ? "" : ` for ${query}`}`,
  async run(
    { query: words, project: wanted, assignee, open, updatedSince, next, ...filter },
    services: JiraServices,
  ) {
    const project = wanted === undefined ? null : projectNamed(services, wanted);
    if (typeof project === "string") return retry(project);
    const projects = project === null ? services.projects.map(({ key }) => key) : [project.key];
    const person = await assigneeAsked(services, projects, assignee);
    if (typeof person === "string") return retry(person);
    const updatedWithinMin = minutesSince(services, updatedSince);
    const asked = { ...filter, words, ...person, isOpen: open, updatedWithinMin };
    const found = await services.issues(projects, asked, next);
    return {
      kind: "list",
      items: found.issues.map((issue) => lineOf(issue, services)),
      more: found.next !== null,
      keep: "first",
      ...(found.next === null ? {} : { beside: { next: found.next } }),
    };
  },
});

/** The assignee filter: an account, null for unassigned, undefined for any. */
async function assigneeAsked(
  services: JiraServices,
  projects: readonly string[],
  asked: string | undefined,
): Promise<{ readonly assignee?: string | null } | string> {
  if (asked === undefined) return {};
  if (asked.toLowerCase() === "nobody") return { assignee: null };
  const person = await jiraPersonNamed(services, projects, asked);
  return typeof person === "string" ? person : { assignee: person.user.id };
}

function minutesSince({ clock, timeZone }: JiraServices, day: string | undefined): number | undefined {
  return day === undefined ? undefined : Math.max(1, (clock.now() - momentOf(day, timeZone)) / MINUTE_MS);
}
