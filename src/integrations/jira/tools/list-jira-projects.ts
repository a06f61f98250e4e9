import * as z from "zod";
import { jiraLabelOf } from "../effects/jira-fields.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import type { JiraServices } from "./index.ts";
import { projectField, projectNamed } from "./named.ts";

export const listJiraProjects = defineTool({
  name: "list_jira_projects",
  title: "List the Jira projects",
  done: "Listed the Jira projects",
  description:
    "Lists the team's projects in Jira that an admin chose. With project it gives that one's types of issues with their statuses, the priorities, and who issues can be assigned to.",
  keywords: "jira board issue types statuses workflow priorities people assignees",
  input: z.strictObject({ project: projectField.optional() }),
  effect: "read",
  lists: true,
  egress: "provider",
  summarize: ({ project }) =>
    project === undefined ? "Listing the Jira projects" : `Looking at the project ${project}`,
  async run({ project: wanted }, services: JiraServices) {
    if (wanted === undefined) {
      const items = services.projects.map(({ key, name }) => ({ key, name }));
      return { kind: "list", items, total: items.length, keep: "first" };
    }
    const project = projectNamed(services, wanted);
    if (typeof project === "string") return retry(project);
    const [types, priorities, people] = await Promise.all([
      services.types(project.key),
      services.priorities(),
      services.people(project.key),
    ]);
    return {
      kind: "ok",
      data: {
        key: project.key,
        name: project.name,
        types: types.map(({ name, statuses }) => ({ name, statuses: [...statuses] })),
        priorities: [...priorities],
        people: people.map((one) => jiraLabelOf(one, people)),
      },
    };
  },
});
