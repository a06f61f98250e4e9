/** Jira's responses. */
import * as z from "zod";
import { answerParser } from "../json-client.ts";
import { adfSchema, type JiraText } from "./adf.ts";
import { toMarkdown } from "./adf-text.ts";

export const parseAnswer = answerParser("jira");

/** A possible assignee. */
export interface JiraUser {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}

/** Times are ISO, `due` is a date. */
export interface JiraIssue {
  readonly key: string;
  readonly project: string;
  readonly summary: string;
  /** Markdown. */
  readonly description: string | null;
  /** The description as Jira has it. */
  readonly document: JiraText;
  readonly type: string;
  readonly status: string;
  readonly isDone: boolean;
  readonly priority: string | null;
  readonly assignee: JiraUser | null;
  readonly reporter: string | null;
  readonly labels: readonly string[];
  readonly due: string | null;
  readonly parent: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The creating effect's mark, if Steward created it: see `MARK`. */
  readonly mark: string | null;
}

export interface JiraComment {
  readonly id: string;
  /** Markdown. */
  readonly text: string;
  readonly by: string;
  readonly at: string;
  readonly mark: string | null;
}

/** A property of issues and comments, invisible to people: the effect that created them. */
export const MARK = "steward.effect";
const markSchema = z.object({ id: z.string() }).nullish().catch(null);

/** Jira writes zones without a colon (`+0000`). */
const timeSchema = z.string().transform((text) => {
  const ms = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  return Number.isNaN(ms) ? text : new Date(ms).toISOString();
});
const documentSchema = z.union([adfSchema, z.string()]).nullish();

export const userSchema = z
  .object({
    accountId: z.string(),
    displayName: z.string().nullish(),
    emailAddress: z.string().nullish(),
    active: z.boolean().optional(),
    accountType: z.string().optional(),
  })
  .transform(({ accountId: id, displayName, emailAddress, ...rest }) => ({
    id,
    name: displayName || emailAddress || "Somebody",
    email: emailAddress || null,
    isPerson: rest.active !== false && (rest.accountType ?? "atlassian") === "atlassian",
  }));
export const usersSchema = z.array(userSchema);

const namedSchema = z.object({ name: z.string() });
const statusSchema = namedSchema.extend({
  statusCategory: z.object({ key: z.string().optional() }).nullish(),
});

export const issueSchema = z
  .object({
    key: z.string(),
    properties: z.record(z.string(), z.unknown()).nullish(),
    fields: z.object({
      project: z.object({ key: z.string() }),
      summary: z.string(),
      description: documentSchema,
      issuetype: namedSchema,
      status: statusSchema,
      priority: namedSchema.nullish(),
      assignee: userSchema.nullish(),
      reporter: userSchema.nullish(),
      labels: z.array(z.string()).nullish(),
      duedate: z.string().nullish(),
      parent: z.object({ key: z.string() }).nullish(),
      created: timeSchema,
      updated: timeSchema,
    }),
  })
  .transform(({ key, properties, fields }): JiraIssue => ({
    key,
    project: fields.project.key,
    summary: fields.summary,
    description: toMarkdown(fields.description),
    document: fields.description,
    type: fields.issuetype.name,
    status: fields.status.name,
    isDone: fields.status.statusCategory?.key === "done",
    ...peopleAndDays(fields),
    labels: fields.labels ?? [],
    createdAt: fields.created,
    updatedAt: fields.updated,
    mark: markSchema.parse(properties?.[MARK])?.id ?? null,
  }));

interface MayBeMissing {
  readonly priority?: { readonly name: string } | null | undefined;
  readonly assignee?: JiraUser | null | undefined;
  readonly reporter?: JiraUser | null | undefined;
  readonly duedate?: string | null | undefined;
  readonly parent?: { readonly key: string } | null | undefined;
}

function peopleAndDays({ priority, assignee, reporter, duedate, parent }: MayBeMissing) {
  return {
    priority: priority?.name ?? null,
    assignee: assignee ?? null,
    reporter: reporter?.name ?? null,
    due: duedate ?? null,
    parent: parent?.key ?? null,
  };
}
export const foundSchema = z.object({
  issues: z.array(issueSchema).nullish(),
  nextPageToken: z.string().nullish(),
});

export const commentSchema = z
  .object({
    id: z.string(),
    body: documentSchema,
    author: userSchema.nullish(),
    created: timeSchema,
    properties: z.array(z.object({ key: z.string(), value: z.unknown() })).nullish(),
  })
  .transform(({ id, body, author, created, properties }): JiraComment => ({
    id,
    text: toMarkdown(body) ?? "",
    by: author?.name ?? "Somebody",
    at: created,
    mark: markSchema.parse(properties?.find(({ key }) => key === MARK)?.value)?.id ?? null,
  }));
export const commentsSchema = z.object({ comments: z.array(commentSchema) });

export const transitionsSchema = z.object({
  transitions: z.array(
    z.object({ id: z.string(), name: z.string(), to: statusSchema, isAvailable: z.boolean().optional() }),
  ),
});
export const projectsSchema = z.object({
  values: z.array(z.object({ key: z.string(), name: z.string(), projectTypeKey: z.string().optional() })),
});
export const statusesSchema = z.array(z.object({ name: z.string(), statuses: z.array(statusSchema) }));
export const prioritiesSchema = z.object({ values: z.array(namedSchema) });
export const createdSchema = z.object({ key: z.string() });
