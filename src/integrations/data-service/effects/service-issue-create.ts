/** Creates an issue in a team's own service. The contract has no undo. */
import * as z from "zod";
import { actAs } from "../write.ts";
import { defineEffect, sinceClaim } from "../../../approvals/effects/define-effect.ts";
import { foundMade, linkOf, mustServe, SERVICE_PLACE_LAYOUT, servicePlaceSchema } from "./service-fields.ts";

const lineSchema = (maxChars: number) => z.string().min(1).max(maxChars);
const documentSchema = z.strictObject({
  ...servicePlaceSchema.shape,
  projectKey: lineSchema(100),
  type: lineSchema(100),
  summary: lineSchema(255),
  description: z.string().max(10_000).nullable(),
  priority: lineSchema(100).nullable(),
  assignee: lineSchema(200).nullable(),
  labels: z.array(lineSchema(100)).max(20),
});

export const serviceIssueCreate = defineEffect({
  kind: "service_issue.create",
  vendor: "data-service",
  document: documentSchema,
  words: {
    name: "New issue",
    plural: "new issues",
    verb: "create",
    done: "Created",
    irreversible: "It can only be deleted in your service.",
  },
  says: ({ summary, projectKey, assignee, service }) => ({
    title: `New issue “${summary}”`,
    target: [summary, projectKey, ...(assignee === null ? [] : [assignee])].join(", "),
    ask: `Create the issue “${summary}” in ${projectKey} at ${service}?`,
    sent: `Issue created in ${projectKey}: ${summary}`,
  }),
  layout: [
    { path: "/projectKey", label: "Project", role: "recipient" },
    { path: "/summary", label: "Issue", role: "subject" },
    { path: "/type", label: "Type", role: "detail" },
    { path: "/assignee", label: "Assigned to", role: "detail" },
    { path: "/priority", label: "Priority", role: "detail" },
    { path: "/labels/*", label: "Label", role: "detail" },
    { path: "/description", label: "Description", role: "body" },
    ...SERVICE_PLACE_LAYOUT,
  ],
  audience: () => "team",
  recovery: "look_up",
  async perform(document, account, idempotencyKey) {
    const { user, projectKey, type, summary, description, priority, assignee, labels } = document;
    mustServe(account, user);
    const body = {
      project_key: projectKey,
      type,
      summary,
      description: description ?? "",
      priority,
      assignee,
      labels,
    };
    const { id, key, url } = await actAs(account, "issue", { user, body, idempotencyKey });
    return { providerId: id, ...linkOf(url), summary: `Issue ${key} created in ${projectKey}: ${summary}` };
  },
  lookUp({ user, projectKey, summary }, account, options) {
    const asked = {
      user,
      query: { since: sinceClaim(options) },
      isSame: (one: { readonly summary: string; readonly project_key?: string | null | undefined }) =>
        one.summary === summary && (one.project_key ?? projectKey) === projectKey,
      madeAt: (one: { readonly created_at?: string | null | undefined }) => one.created_at,
    };
    return foundMade(account, "issue", asked, options);
  },
});
