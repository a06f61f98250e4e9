/** Routes of the inbox: its views, and actions on threads. */
import type { TenantContext } from "../../platform/context.ts";
import { notificationDeps } from "../../notifications/open.ts";
import { contactsAt } from "../contacts/index.ts";
import { threadEndpoints } from "../api/threads.ts";
import {
  actOnThread,
  addNote,
  emailThread,
  inboxLines,
  listThreads,
  listUnread,
  markThreadRead,
  stateOf,
  listSavedViews,
  putSavedView,
  removeSavedView,
  listTemplates,
  putTemplate,
  removeTemplate,
} from "../threads/index.ts";
import { withOpaqueCursor } from "../../platform/http/cursor.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";
import { savedViewEndpoints } from "../api/thread-views.ts";
import { replyTemplateEndpoints } from "../api/reply-templates.ts";

export function threadRoutes(app: App): void {
  serve(app, threadEndpoints.list, async ({ db, principal, query }) => {
    const [page, lines] = await Promise.all([
      withOpaqueCursor(query, (asked) => listThreads(db, asked, principal.user.id)),
      inboxLines(db),
    ]);
    return { ...page, lines };
  });

  serve(app, threadEndpoints.email, ({ db, param }) => emailThread(db, param("number")));

  serve(app, threadEndpoints.unread, async ({ db, principal }) => ({
    items: await listUnread(db, principal.user.id),
  }));

  serve(app, threadEndpoints.read, async ({ db, principal, param, body: { line, readUpTo } }) => {
    await markThreadRead(db, principal.user.id, { number: param("number"), line }, readUpTo);
    return OK;
  });

  serve(app, threadEndpoints.act, async ({ ctx, db, principal, param, body }) => {
    const { id, name } = principal.user;
    const key = { number: param("number"), line: body.line };
    const { act, seenIncomingAt } = body;
    const deps = { db, clock: ctx.clock, notifications: notificationDeps(ctx) };
    const contact = (await contactsAt(db, [key.number]))(key.number)?.name ?? null;
    const row = await actOnThread(deps, key, { act, seenIncomingAt, contact, by: { id, name } });
    await tellPages(ctx);
    return stateOf(row);
  });

  serve(app, threadEndpoints.addNote, async ({ ctx, db, principal, param, body }) => {
    const number = param("number");
    const { line, noteId, words } = body;
    const { id, name } = principal.user;
    const deps = { db, clock: ctx.clock, notifications: notificationDeps(ctx) };
    const contact = (await contactsAt(db, [number]))(number)?.name ?? null;
    const note = await addNote(deps, { number, line }, { noteId, words, contact, by: { id, name } });
    await tellPages(ctx);
    return note;
  });
}

/** Notifies open pages immediately, before the events are consumed. */
async function tellPages({ objects, tenantId }: TenantContext): Promise<void> {
  await (await objects.team()).publish(tenantId, { type: "records.changed", records: ["texts"] });
}

export function threadViewRoutes(app: App): void {
  serve(app, savedViewEndpoints.list, async ({ db, principal }) => ({
    items: await listSavedViews(db, principal.user.id),
    nextCursor: null,
  }));

  serve(app, savedViewEndpoints.put, ({ db, principal, param, body }) =>
    putSavedView(db, principal.user.id, { ...body, id: param("id") }),
  );

  serve(app, savedViewEndpoints.remove, async ({ db, principal, param }) => {
    await removeSavedView(db, principal.user.id, param("id"));
    return OK;
  });
}

export function replyTemplateRoutes(app: App): void {
  serve(app, replyTemplateEndpoints.list, async ({ db }) => ({
    items: await listTemplates({ db }),
    nextCursor: null,
  }));

  serve(app, replyTemplateEndpoints.put, async ({ ctx, db, principal, param, body }) => {
    const { id, name } = principal.user;
    const deps = { db, clock: ctx.clock, ids: ctx.ids };
    return putTemplate(deps, param("id"), { ...body, by: { id, name } });
  });

  serve(app, replyTemplateEndpoints.remove, async ({ ctx, db, principal, param }) => {
    const { id, name } = principal.user;
    await removeTemplate({ db, clock: ctx.clock, ids: ctx.ids }, param("id"), { id, name });
    return OK;
  });
}
