/** Routes of the contact directory and of everything exchanged with a person. */
import {
  describePerson,
  findPerson,
  importContacts,
  lastTouches,
  lineOf,
  listContacts,
  readTimeline,
  removeOwnContact,
  saveOwnContact,
  syncState,
} from "../contacts/index.ts";
import { listLines } from "../../integrations/quo/connection.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { contactEndpoints } from "../api/contacts.ts";
import { contactImportEndpoint, ownContactEndpoints } from "../api/contact-import.ts";
import { withOpaqueCursor } from "../../platform/http/cursor.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";

export function contactRoutes(app: App): void {
  serve(app, contactEndpoints.list, async ({ db, query }) => {
    const [page, sync] = await Promise.all([
      withOpaqueCursor(query, (asked) => listContacts(db, asked)),
      syncState(db),
    ]);
    const ids = page.items.map(({ id }) => id);
    const touches = query.brief === "1" ? new Map() : await lastTouches(db, ids);
    return {
      items: page.items.map((row) => lineOf(row, touches.get(row.id) ?? null)),
      nextCursor: page.nextCursor,
      sync,
    };
  });

  serve(app, contactEndpoints.get, async ({ db, param }) =>
    describePerson(db, await personAt(db, param("id"))),
  );

  serve(app, contactEndpoints.timeline, async ({ db, param, query }) => {
    const { keys } = await personAt(db, param("id"));
    return withOpaqueCursor(query, (asked) => readTimeline(db, keys, asked));
  });

  serve(app, contactImportEndpoint, async ({ ctx, body: { known, lines } }) => ({
    results: await importContacts(await ownDeps(ctx), known, lines),
  }));

  serve(app, ownContactEndpoints.save, async ({ ctx, param, body }) => {
    await saveOwnContact(await ownDeps(ctx), param("id"), body);
    return OK;
  });

  serve(app, ownContactEndpoints.remove, async ({ ctx, db, param }) => {
    await removeOwnContact(db, param("id"), ctx.clock.now());
    return OK;
  });
}

async function ownDeps({ db, clock, ids }: TenantContext) {
  const [line] = await listLines(db);
  return { db, nowMs: clock.now(), newId: () => ids.newId(), home: line?.number ?? "" };
}

/** Throws `not_found`. */
async function personAt(db: TenantDb, id: string) {
  const found = await findPerson(db, id);
  if (found === null) throw new AppError("not_found", "That contact doesn’t exist.");
  return found;
}
