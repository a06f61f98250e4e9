/** Writes issues to Jira. Called by effects only. */
import { beforeCall } from "../before-call.ts";
import { orNull } from "../json-client.ts";
import { commentSchema, createdSchema, MARK, parseAnswer } from "./parse.ts";
import { issuePath, type JiraAccount } from "./read.ts";
import { definedFields } from "../../kernel/defined-fields.ts";

/** Writable issue fields; absent ones stay unchanged, null clears. */
export interface JiraFields {
  readonly summary?: string | undefined;
  /** Markdown. */
  readonly description?: string | null | undefined;
  /** Account id. */
  readonly assigneeId?: string | null | undefined;
  readonly priority?: string | null | undefined;
  readonly labels?: readonly string[] | undefined;
  /** A date. */
  readonly due?: string | null | undefined;
}

async function fieldsOf(
  { formats }: JiraAccount,
  { summary, description, assigneeId, priority, labels, due }: JiraFields,
): Promise<Record<string, unknown>> {
  const fields = {
    summary,
    description:
      typeof description === "string" ? await beforeCall("jira", formats.toAdf(description)) : description,
    assignee: mapText(assigneeId, (id) => ({ id })),
    priority: mapText(priority, (name) => ({ name })),
    labels,
    duedate: due,
  };
  return definedFields(fields);
}

function mapText<Told>(
  value: string | null | undefined,
  tell: (value: string) => Told,
): Told | null | undefined {
  return typeof value === "string" ? tell(value) : value;
}

/** Creates an issue with its effect's mark, by which it is found after a crash. */
export async function createIssue(
  account: JiraAccount,
  issue: JiraFields & {
    readonly project: string;
    readonly type: string;
    readonly summary: string;
    readonly mark: string;
  },
): Promise<{ readonly key: string }> {
  const { project, type, mark, ...rest } = issue;
  const set = Object.fromEntries(
    Object.entries(await fieldsOf(account, rest)).filter(([, value]) => value !== null),
  );
  const body = {
    fields: { project: { key: project }, issuetype: { name: type }, ...set },
    properties: [{ key: MARK, value: { id: mark } }],
  };
  return parseAnswer(
    createdSchema,
    await account.client({ method: "POST", path: "/issue", body }),
    "unknown",
  );
}

export async function updateIssue(account: JiraAccount, key: string, fields: JiraFields): Promise<void> {
  const body = { fields: await fieldsOf(account, fields) };
  await account.client({ method: "PUT", path: issuePath(key), body });
}

export async function moveIssue({ client }: JiraAccount, key: string, transitionId: string): Promise<void> {
  await client({
    method: "POST",
    path: `${issuePath(key)}/transitions`,
    body: { transition: { id: transitionId } },
  });
}

/** Comments on an issue. In service projects the comment is internal: replies to customers are left to people. */
export async function commentIssue(
  { client, formats }: JiraAccount,
  key: string,
  comment: { readonly text: string; readonly isInternal: boolean; readonly mark: string },
): Promise<{ readonly id: string }> {
  const internal = comment.isInternal ? [{ key: "sd.public.comment", value: { internal: true } }] : [];
  const body = {
    body: await beforeCall("jira", formats.toAdf(comment.text)),
    properties: [{ key: MARK, value: { id: comment.mark } }, ...internal],
  };
  const answer = await client({ method: "POST", path: `${issuePath(key)}/comment`, body });
  return parseAnswer(commentSchema, answer, "unknown");
}

/** Idempotent. */
export async function deleteComment({ client }: JiraAccount, key: string, commentId: string): Promise<void> {
  await orNull(
    client({ method: "DELETE", path: `${issuePath(key)}/comment/${encodeURIComponent(commentId)}` }),
  );
}
