/**
 * Routes of a team's backup, restore and deletion, for holders of a master key
 * (src/platform/auth/master-token.ts).
 */
import type * as z from "zod";
import { AppError } from "../../kernel/errors.ts";
import type { Endpoint } from "../../platform/api/endpoint.ts";
import { TEAM_FILE, teamCopyEndpoints } from "../api/team-copies.ts";
import type { HttpContext } from "../../platform/http/context.ts";
import { countRefused } from "../../platform/http/middleware/address-limit.ts";
import type { TeamCopyServices } from "../../features/http-services.ts";
import { OK, serveTo, type App } from "../../platform/http/serve.ts";

/** The author of an operator's import. */
const IMPORTER = { kind: "system", id: "system:steward", name: "Import" } as const;

async function holder(c: HttpContext): Promise<null> {
  const { pathname, search } = new URL(c.req.url);
  const authorization = c.req.header("authorization") ?? null;
  const request = { method: c.req.method, address: `${pathname}${search}`, authorization };
  try {
    await c.var.services.teamCopies.requireHolder(request);
  } catch (error) {
    await countRefused(c, error);
    throw error;
  }
  return null;
}

export function teamCopyRoutes(app: App): void {
  const on = <Body extends z.ZodType, Output extends z.ZodType>(
    row: Endpoint<z.ZodUndefined, Body, Output>,
    handle: (copies: TeamCopyServices, body: z.output<Body>) => Promise<z.input<Output>>,
  ): void =>
    serveTo(app, row, holder, ({ services, body }) => handle(services.teamCopies, body as z.output<Body>));

  on(teamCopyEndpoints.outline, (copies, { team }) => copies.outline(team));
  on(teamCopyEndpoints.rows, (copies, { team, ...page }) => copies.rows(team, page));
  on(teamCopyEndpoints.conversations, (copies, { team, after }) => copies.conversations(team, after));
  on(teamCopyEndpoints.objectRows, (copies, { team, object, ...page }) =>
    copies.objectRows(team, object, page),
  );
  on(teamCopyEndpoints.files, (copies, { team, after }) => copies.files(team, after));
  on(teamCopyEndpoints.beginRestore, (copies, { team, ...input }) => copies.beginRestore(team, input));
  on(teamCopyEndpoints.restoreRows, async (copies, { team, ...page }) => {
    await copies.restoreRows(team, page);
    return OK;
  });
  on(teamCopyEndpoints.restoreObjectRows, async (copies, { team, object, tables }) => {
    await copies.restoreObjectRows(team, object, tables);
    return OK;
  });
  on(teamCopyEndpoints.rest, async (copies, { team, madeAt }) => {
    await copies.rest(team, madeAt);
    return OK;
  });
  on(teamCopyEndpoints.settle, (copies, { team, after }) => copies.settle(team, after));
  on(teamCopyEndpoints.finishRestore, (copies, { row }) => copies.finishRestore(row));
  on(teamCopyEndpoints.remove, (copies, { team, confirm }) => {
    if (confirm !== team) throw new AppError("invalid_request", "Confirm with the team’s complete ID.");
    return copies.remove(team);
  });
  on(teamCopyEndpoints.search, (copies, { team }) => copies.search(team));
  serveTo(app, teamCopyEndpoints.importAccounts, holder, ({ services, body: { team, lines } }) =>
    services.importAccounts(team, IMPORTER, lines),
  );
  serveTo(app, teamCopyEndpoints.rebuildSearch, holder, async ({ services, body: { team } }) => {
    await (await services.search(team)).rebuild(team);
    return OK;
  });
  fileRoutes(app);
}

/** Passes a file's bytes through unchanged. */
function fileRoutes(app: App): void {
  const which = (c: HttpContext): { team: string; name: string } => {
    const { team = "", name = "" } = c.req.query();
    if (!/^[\w-]{1,100}$/.test(team) || name === "" || name.length > 900)
      throw new AppError("invalid_request", "Name the file and the team.");
    return { team, name };
  };
  app.get(TEAM_FILE, async (c) => {
    await holder(c);
    const { team, name } = which(c);
    const file = await c.var.services.teamCopies.readFile(team, name);
    if (file === null) throw new AppError("not_found", "That file doesn’t exist.");
    c.header("content-type", "application/octet-stream");
    c.header("x-file-type", file.type);
    return c.body(file.body);
  });
  app.put(TEAM_FILE, async (c) => {
    await holder(c);
    const { team, name } = which(c);
    await c.var.services.teamCopies.requireWriting(team);
    const body = c.req.raw.body ?? new Uint8Array();
    await c.var.services.teamCopies.writeFile(team, name, {
      body,
      type: c.req.header("x-file-type") ?? "",
    });
    return c.json(OK);
  });
}
