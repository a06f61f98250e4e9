/** Routes of records attached to projects and tasks: all kinds are served alike. */
import { workspace } from "../../workspace/open.ts";
import { projectDeps } from "../open.ts";
import type * as z from "zod";
import {
  addComment,
  AUTOMATION,
  bare,
  changeRecord,
  CHECKLIST_ITEM,
  checklistView,
  COMMENT,
  commentView,
  createChecklistItem,
  createDocument,
  createRecord,
  CUSTOM_FIELD,
  DOCUMENT,
  FORM,
  GOAL,
  LISTS,
  listSubmissions,
  RATE,
  REMINDER,
  readGoal,
  recordOf,
  removeRecord,
  submitForm,
  TAG,
  VIEW,
  type AnyRow,
  type ProjectDeps,
  type RecordKind,
  type Writer,
  type Written,
} from "../index.ts";
import type { Endpoint } from "../../platform/api/endpoint.ts";
import {
  automationsEndpoints,
  checklistEndpoints,
  commentsEndpoints,
  customFieldsEndpoints,
  formsEndpoints,
  goalsEndpoints,
  projectDocumentsEndpoints,
  projectViewsEndpoints,
  ratesEndpoints,
  remindersEndpoints,
  tagsEndpoints,
} from "../api/projects-records.ts";
import { withOpaqueCursor } from "../../platform/http/cursor.ts";
import { serve, type App, type MemberCall } from "../../platform/http/serve.ts";
import { writerOf } from "./projects.ts";

export function projectRecordRoutes(app: App): void {
  records(app, commentsEndpoints, {
    kind: COMMENT,
    list: ({ db }, asked) => LISTS.comments(db, asked),
    view: commentView,
    create: addComment,
  });
  records(app, checklistEndpoints, {
    kind: CHECKLIST_ITEM,
    list: ({ db }, asked) => LISTS.checklistItems(db, asked as never),
    view: checklistView,
    create: (deps, body, by) => createChecklistItem(deps, body as never, by),
  });
  records(app, tagsEndpoints, { kind: TAG, list: ({ db }, asked) => LISTS.tags(db, asked) });
  records(app, customFieldsEndpoints, {
    kind: CUSTOM_FIELD,
    list: ({ db }, asked) => LISTS.customFields(db, asked),
  });
  records(app, goalsEndpoints, {
    kind: GOAL,
    list: ({ db }, asked) => LISTS.goals(db, asked),
    now: readGoal,
  });
  records(app, formsEndpoints, { kind: FORM, list: ({ db }, asked) => LISTS.forms(db, asked) });
  records(app, automationsEndpoints, {
    kind: AUTOMATION,
    list: ({ db }, asked) => LISTS.automations(db, asked),
  });
  records(app, projectViewsEndpoints, {
    kind: VIEW,
    list: ({ db, principal }, asked) => LISTS.views(db, { ...asked, userId: principal.user.id }),
  });
  records(app, remindersEndpoints, {
    kind: REMINDER,
    list: ({ db, principal }, asked) => LISTS.reminders(db, { ...asked, userId: principal.user.id }),
  });
  records(app, ratesEndpoints, { kind: RATE, list: ({ db }, asked) => LISTS.rates(db, asked) });
  records(app, projectDocumentsEndpoints, {
    kind: DOCUMENT,
    list: ({ db }, asked) => LISTS.documents(db, asked),
    create: (deps, body, by, { deployment, tenantId }) =>
      createDocument(deps, workspace(deployment.tenant(tenantId)), body as never, by, {
        author: { kind: "user", id: by.actor.id, name: by.actor.name },
      }),
  });
  serve(
    app,
    formsEndpoints.get,
    async ({ db, param }) => bare(await recordOf(db, FORM, param("id"))) as never,
  );
  serve(app, formsEndpoints.submit, ({ ctx, principal, param, body }) =>
    submitForm(projectDeps(ctx), { formId: param("id"), ...body }, writerOf(principal)),
  );
  serve(app, formsEndpoints.submissions, async ({ db, query, param }) => {
    const { id } = await recordOf(db, FORM, param("id"));
    return withOpaqueCursor(query, (asked) => listSubmissions(db, id, asked));
  });
}

type Asked = Readonly<Record<string, string | undefined>> & {
  readonly cursor?: string | undefined;
  readonly limit?: never;
};
type AnyCall = MemberCall<z.ZodType, z.ZodType>;
type Endpoints = Readonly<Record<"list" | "create" | "update" | "remove", Endpoint>>;

interface Served<Row> {
  readonly kind: { readonly entity: string };
  readonly list: (
    call: AnyCall,
    asked: Asked,
  ) => Promise<{ readonly items: readonly Row[]; readonly nextCursor: string | null }>;
  readonly view?: (row: Row) => unknown;
  /** The row with computed fields. */
  readonly now?: (db: AnyCall["db"], row: Row) => Promise<Row>;
  readonly create?: (
    deps: ProjectDeps,
    body: Readonly<Record<string, unknown>>,
    by: Writer,
    call: AnyCall,
  ) => Promise<Written<Row>>;
}

/** Serves one kind; responses are validated by the endpoints' own schemas. */
function records<Row>(app: App, given: Endpoints | object, served: Served<Row>): void {
  const endpoints = given as Endpoints;
  const kind = served.kind as unknown as RecordKind;
  const view = served.view ?? ((row: Row) => bare(row as never));
  const depsOf = ({ deployment, tenantId }: AnyCall): ProjectDeps => projectDeps(deployment.tenant(tenantId));
  const written = async ({ db }: AnyCall, { row, changeId }: Written<Row>) => ({
    record: view(served.now === undefined ? row : await served.now(db, row)),
    changeId,
  });
  serve(app, endpoints.list, async (call) => {
    const page = await withOpaqueCursor(call.query as Asked, (asked) => served.list(call, asked));
    return { items: page.items.map(view), nextCursor: page.nextCursor };
  });
  serve(app, endpoints.create, async (call) => {
    const body = call.body as Readonly<Record<string, unknown>>;
    const by = writerOf(call.principal);
    const make = served.create ?? ((deps) => createRecord(deps, kind, body, by) as Promise<Written<Row>>);
    return written(call, await make(depsOf(call), body, by, call));
  });
  serve(app, endpoints.update, async (call) => {
    const patch = { ...(call.body as AnyRow), id: call.param("id") };
    const change = await changeRecord(depsOf(call), kind, patch, writerOf(call.principal));
    return written(call, change as Written<Row>);
  });
  serve(app, endpoints.remove, async (call) => {
    const { version } = call.query as { version: number };
    const id = call.param("id");
    return { changeId: await removeRecord(depsOf(call), kind, { id, version }, writerOf(call.principal)) };
  });
}
