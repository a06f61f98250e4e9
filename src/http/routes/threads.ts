/** The team's text inbox: its lists, and what people do with a thread. */
import { threadEndpoints } from "../../protocol/threads.ts";
import { actOnThread, listThreads, phoneLines, stateOf } from "../../threads/index.ts";
import { withOpaqueCursor } from "../cursor.ts";
import { serve, type App } from "../serve.ts";

/** Adds them. */
export function threadRoutes(app: App): void {
  serve(app, threadEndpoints.list, async ({ db, principal, query }) => {
    const [page, lines] = await Promise.all([
      withOpaqueCursor(query, (asked) => listThreads(db, asked, principal.user.id)),
      phoneLines(db),
    ]);
    return { ...page, lines };
  });

  serve(app, threadEndpoints.act, async ({ services, db, tenantId, principal, param, body }) => {
    const { id, name } = principal.user;
    const key = { number: param("number"), line: body.line };
    const { act, seenIncomingAt } = body;
    const row = await actOnThread({ db, clock: services.clock }, key, {
      act,
      seenIncomingAt,
      by: { id, name },
    });
    await (
      await services.tenant(tenantId)
    ).publish(tenantId, { type: "records.changed", records: ["texts"] });
    return stateOf(row);
  });
}
