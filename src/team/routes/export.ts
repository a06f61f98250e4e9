/** Routes of a team's export. */
import { auditStatement, userActor } from "../../platform/audit/index.ts";
import { exportedKinds, readExport } from "../../platform/exports.ts";
import { decodeCursor, pageFrom } from "../../platform/http/cursor.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import { AppError } from "../../kernel/errors.ts";
import { exportEndpoints } from "../api/export.ts";

/** A row may hold a whole e-mail. */
const PAGE = 200;

export function exportRoutes(app: App): void {
  serve(app, exportEndpoints.begin, async ({ ctx, db, principal, body: { id } }) => {
    const { user } = principal;
    const entry = {
      id: `export:${id}`,
      actor: userActor(user),
      action: "export.begun",
      subject: { kind: "tenant", id: ctx.tenantId },
      sentence: `${user.name} downloaded the team’s data`,
    } as const;
    await db.batch([auditStatement(db, entry, ctx.clock.now())]);
    return {
      kinds: exportedKinds().map(({ name, title, columns }) => ({
        name,
        title,
        columns: columns.map(([column]) => column),
      })),
    };
  });

  serve(app, exportEndpoints.rows, async ({ db, principal, param, query: { cursor } }) => {
    const kind = exportedKinds().find(({ name }) => name === param("kind"));
    if (kind === undefined) throw new AppError("not_found", "There are no records of this kind.");
    const after = cursor === undefined ? undefined : decodeCursor(cursor, kind.key.length);
    const rows = await readExport(db, kind, { userId: principal.user.id, after, limit: PAGE + 1 });
    return pageFrom(
      rows,
      PAGE,
      ({ cells }) => cells,
      ({ key }) => key,
    );
  });
}
