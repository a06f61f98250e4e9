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
import { importAccounts } from "../../accounts/open.ts";
import * as backup from "../backup/index.ts";
import { backupDeps } from "../backup/open.ts";
import { isoTime } from "../../kernel/clock.ts";
import { requireMaster } from "../../platform/auth/index.ts";
import { OK, serveTo, type App } from "../../platform/http/serve.ts";

/** The author of an operator's import. */
const IMPORTER = { kind: "system", id: "system:steward", name: "Import" } as const;

async function holder(c: HttpContext): Promise<null> {
  const { pathname, search } = new URL(c.req.url);
  const authorization = c.req.header("authorization") ?? null;
  const request = { method: c.req.method, address: `${pathname}${search}`, authorization };
  const { config, clock } = c.var.deployment;
  try {
    await requireMaster(config.masterKeys, request, clock.now());
  } catch (error) {
    await countRefused(c, error);
    throw error;
  }
  return null;
}

export function teamCopyRoutes(app: App): void {
  const on = <Body extends z.ZodType, Output extends z.ZodType>(
    row: Endpoint<z.ZodUndefined, Body, Output>,
    handle: (deps: backup.BackupDeps, body: z.output<Body>) => Promise<z.input<Output>>,
  ): void =>
    serveTo(app, row, holder, ({ deployment, body }) =>
      handle(backupDeps(deployment), body as z.output<Body>),
    );

  serveTo(app, teamCopyEndpoints.outline, holder, async ({ deployment, body: { team } }) => ({
    ...(await backup.outline(backupDeps(deployment), team)),
    version: deployment.config.version,
    at: isoTime(deployment.clock.now()),
  }));
  on(teamCopyEndpoints.rows, (deps, { team, ...page }) => backup.teamRows(deps, team, page));
  on(teamCopyEndpoints.conversations, (deps, { team, after }) => backup.teamConversations(deps, team, after));
  on(teamCopyEndpoints.objectRows, async ({ places }, { team, object, ...page }) => {
    const of = places(team);
    return (await (object.kind === "team" ? of.tenant() : of.conversation(object.id))).readStored(page);
  });
  on(teamCopyEndpoints.files, (deps, { team, after }) => backup.teamFiles(deps, team, after));
  serveTo(app, teamCopyEndpoints.beginRestore, holder, async ({ deployment, body: { team, ...input } }) => {
    const keys = deployment.config.masterKeys.split(",").map((entry) => entry.trim().split(":", 1)[0]);
    return {
      ...(await backup.beginRestore(backupDeps(deployment), team, input)),
      missingKeys: input.keyIds.filter((id) => !keys.includes(id)),
    };
  });
  on(teamCopyEndpoints.restoreRows, async (deps, { team, ...page }) => {
    await backup.restoreRows(deps, team, page);
    return OK;
  });
  on(teamCopyEndpoints.restoreObjectRows, async (deps, { team, object, tables }) => {
    await backup.restoreObjectRows(deps, team, object.kind === "team" ? null : object.id, tables);
    return OK;
  });
  on(teamCopyEndpoints.rest, async (deps, { team, madeAt }) => {
    await backup.rest(deps, team, madeAt);
    return OK;
  });
  on(teamCopyEndpoints.settle, (deps, { team, after }) => backup.settleConversations(deps, team, after));
  on(teamCopyEndpoints.finishRestore, (deps, { row }) => backup.finishRestore(deps, row));
  on(teamCopyEndpoints.remove, (deps, { team, confirm }) => {
    if (confirm !== team) throw new AppError("invalid_request", "Confirm with the team’s complete ID.");
    return backup.deleteOn(deps, team);
  });
  on(teamCopyEndpoints.search, async (deps, { team }) => {
    const found = await backup.searchTeam(deps, team);
    return { found, certificate: await backup.findCertificate(deps, team) };
  });
  serveTo(app, teamCopyEndpoints.importAccounts, holder, ({ deployment, body: { team, lines } }) =>
    importAccounts(deployment.tenant(team), IMPORTER, lines),
  );
  serveTo(app, teamCopyEndpoints.rebuildSearch, holder, async ({ deployment, body: { team } }) => {
    await (await deployment.tenant(team).objects.search()).rebuild(team);
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
    const file = await c.var.deployment.tenant(team).files.folder.read(name);
    if (file === null) throw new AppError("not_found", "That file doesn’t exist.");
    c.header("content-type", "application/octet-stream");
    c.header("x-file-type", file.type);
    return c.body(file.body);
  });
  app.put(TEAM_FILE, async (c) => {
    await holder(c);
    const { team, name } = which(c);
    await backup.requireWriting(backupDeps(c.var.deployment), team);
    const body = c.req.raw.body ?? new Uint8Array();
    await c.var.deployment.tenant(team).files.folder.write(name, {
      body,
      type: c.req.header("x-file-type") ?? "",
    });
    return c.json(OK);
  });
}
