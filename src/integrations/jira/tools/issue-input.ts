/** Issue input fields shared by the write tools. */
import * as z from "zod";
import type { SomeJiraFields } from "../effects/jira-fields.ts";
import type { JiraServices } from "./index.ts";
import { jiraPersonNamed, wordNamed } from "./named.ts";
import { definedFields } from "../../../kernel/defined-fields.ts";

export const fieldsInput = {
  description: z.string().trim().max(4000).optional().describe("Markdown; it replaces what is there"),
  assignee: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe("A colleague's name or address; nobody for none"),
  priority: z.string().trim().min(1).max(60).optional().describe("As the site calls it, such as High"),
  labels: z
    .array(
      z
        .string()
        .trim()
        .regex(/^\S{1,255}$/, "must have no spaces"),
    )
    .max(20)
    .optional()
    .describe("All its labels from now on"),
  due: z.iso.date().optional().describe("A day, as 2026-11-27"),
};
type Input = { readonly [Name in keyof typeof fieldsInput]?: z.output<(typeof fieldsInput)[Name]> };

/** The requested fields; a string is an error for the model. */
export async function fieldsWanted(
  services: JiraServices,
  project: string,
  { description, assignee, priority, labels, due }: Input,
): Promise<SomeJiraFields | string> {
  const isNobody = assignee?.toLowerCase() === "nobody";
  const person =
    assignee === undefined || isNobody ? null : await jiraPersonNamed(services, [project], assignee);
  if (typeof person === "string") return person;
  const word = priority === undefined ? null : wordNamed(await services.priorities(), priority, "priority");
  if (typeof word === "string") return word;
  return definedFields({
    description: description === "" ? null : description,
    assignee: isNobody ? null : person?.label,
    priority: word?.word,
    labels,
    due,
  });
}
