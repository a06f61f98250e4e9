/** Routes of the workspace: the team's files. Only `src/workspace/path.ts` decides which paths are valid. */
import { workspace } from "../open.ts";
import { AppError } from "../../kernel/errors.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { DELETE_ALL_WORDS, WORKSPACE_LIMITS } from "../api/workspace-limits.ts";
import { workspaceAddresses, workspaceEndpoints } from "../api/workspace.ts";
import {
  asMember,
  blame,
  changedDetails,
  diffVersions,
  entryOf,
  exportZip,
  folderEntry,
  getAny,
  history,
  importZip,
  listDeleted,
  listFolder,
  makeFolder,
  move,
  nameOf,
  parseFilePath,
  parseFolderPath,
  promptContext,
  readFile,
  readVersion,
  remove,
  removeAll,
  restoreVersion,
  searchFiles,
  shareOf,
  undelete,
  usageOf,
  writeFile,
  type ListedAfter,
} from "../index.ts";
import type { HttpContext } from "../../platform/http/context.ts";
import { decodeCursor, pageFrom } from "../../platform/http/cursor.ts";
import { readBytes } from "../../platform/http/middleware/body.ts";
import { authenticate } from "../../platform/http/middleware/session.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import { userActor } from "../../platform/audit/index.ts";
import { dayOf } from "../../kernel/calendar.ts";

/** Entries per page of a folder. */
const FOLDER_PAGE = 200;
const SEARCH_HITS = 50;

export function workspaceRoutes(app: App): void {
  browseRoutes(app);
  changeRoutes(app);
  historyRoutes(app);
  byteRoutes(app);
}

function browseRoutes(app: App): void {
  serve(app, workspaceEndpoints.ls, async ({ ctx, query }) => {
    const files = workspace(ctx);
    const path = parseFolderPath(query.path ?? "");
    const limit = query.limit ?? FOLDER_PAGE;
    const after = listedAfter(query.cursor);
    const [entries, usage] = await Promise.all([
      listFolder(files, { path, after, limit: limit + 1 }),
      usageOf(files),
    ]);
    const page = pageFrom(
      entries,
      limit,
      (entry) => entry,
      (entry) => [entry.kind, entry.path],
    );
    return { ...page, path, usage };
  });

  serve(app, workspaceEndpoints.read, async ({ ctx, principal, query }) => {
    const { row, content } = await readFile(workspace(ctx), query.path);
    const today = dayOf(ctx.clock.now(), principal.tenant.timeZone);
    return { ...entryOf(row), content, prompt: shareOf(row.path, content, today) };
  });

  serve(app, workspaceEndpoints.search, async ({ ctx, query }) =>
    searchFiles(workspace(ctx), {
      q: query.q,
      path: query.path,
      limit: query.limit ?? SEARCH_HITS,
    }),
  );

  serve(app, workspaceEndpoints.context, async ({ ctx, principal }) =>
    promptContext(workspace(ctx), principal.tenant.timeZone),
  );
}

function changeRoutes(app: App): void {
  serve(app, workspaceEndpoints.write, async ({ ctx, principal, body }) =>
    entryOf(await writeFile(asMember(workspace(ctx)), { ...body, author: userActor(principal.user) })),
  );

  serve(app, workspaceEndpoints.merge, async ({ ctx, body }) => {
    const path = parseFilePath(body.path);
    return changedDetails(workspace(ctx), { ...body, path });
  });

  serve(app, workspaceEndpoints.mkdir, async ({ ctx, principal, body }) => {
    const files = asMember(workspace(ctx));
    const { path } = await makeFolder(files, { path: body.path, author: userActor(principal.user) });
    return folderEntry(files, path);
  });

  serve(app, workspaceEndpoints.move, async ({ ctx, principal, body }) =>
    move(asMember(workspace(ctx)), { ...body, author: userActor(principal.user) }),
  );

  serve(app, workspaceEndpoints.remove, async ({ ctx, principal, query }) => ({
    ok: true as const,
    ...(await remove(asMember(workspace(ctx)), { ...query, author: userActor(principal.user) })),
  }));

  serve(app, workspaceEndpoints.undelete, async ({ ctx, principal, body }) =>
    undelete(asMember(workspace(ctx)), { ...body, author: userActor(principal.user) }),
  );

  serve(app, workspaceEndpoints.deleteAll, async ({ ctx, principal, body }) => {
    const typed = body.confirm.trim().toLowerCase();
    const team = principal.tenant.name.trim().toLowerCase();
    if (typed !== DELETE_ALL_WORDS && typed !== team) {
      throw new AppError("invalid_request", `Type "${DELETE_ALL_WORDS}" to delete every file.`, {
        details: { expected: DELETE_ALL_WORDS },
      });
    }
    return {
      ok: true as const,
      ...(await removeAll(asMember(workspace(ctx)), { author: userActor(principal.user) })),
    };
  });
}

function historyRoutes(app: App): void {
  serve(app, workspaceEndpoints.history, async ({ ctx, query }) => {
    const limit = query.limit ?? LIMITS.pageSize;
    const [before] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
    const rows = await history(workspace(ctx), {
      path: query.path,
      before: before === undefined ? undefined : Number(before),
      limit: limit + 1,
    });
    return pageFrom(
      rows,
      limit,
      (row) => row,
      (row) => [String(row.version)],
    );
  });

  serve(app, workspaceEndpoints.version, async ({ ctx, query }) =>
    readVersion(workspace(ctx), { path: query.path, which: query.etag ?? query.version }),
  );

  serve(app, workspaceEndpoints.restore, async ({ ctx, principal, body }) => {
    const which = body.etag ?? body.version;
    if (which === undefined)
      throw new AppError("invalid_request", "Say which version to restore: its etag or its number.");
    const files = asMember(workspace(ctx));
    const head = await getAny(files, parseFilePath(body.path));
    return entryOf(await restoreVersion(files, { head, which, author: userActor(principal.user) }));
  });

  serve(app, workspaceEndpoints.diff, async ({ ctx, query }) => diffVersions(workspace(ctx), query));

  serve(app, workspaceEndpoints.blame, async ({ ctx, query }) => blame(workspace(ctx), query.path));

  serve(app, workspaceEndpoints.deleted, async ({ ctx, query }) => {
    const limit = query.limit ?? LIMITS.pageSize;
    const [at, id] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
    const before = at === undefined || id === undefined ? undefined : { at, id };
    const rows = await listDeleted(workspace(ctx), { before, limit: limit + 1 });
    return pageFrom(
      rows,
      limit,
      (row) => row,
      (row) => [row.deletedAt, row.fileId],
    );
  });
}

/** Files and archives as bytes: always served as downloads, never rendered by a browser. */
function byteRoutes(app: App): void {
  app.get(workspaceAddresses.download, async (c) => {
    const { files } = await caller(c);
    const path = parseFilePath(c.req.query("path") ?? "");
    const etag = c.req.query("etag");
    const content =
      etag === undefined
        ? (await readFile(files, path)).content
        : (await readVersion(files, { path, which: etag })).content;
    return attachment(c, content, "text/plain; charset=utf-8", nameOf(path));
  });

  app.get(workspaceAddresses.export, async (c) => {
    const { files } = await caller(c);
    const folder = parseFolderPath(c.req.query("path") ?? "");
    const name = folder === "" ? "workspace" : nameOf(folder);
    const only = c.req.queries("only") ?? [];
    const { exportChosen } = WORKSPACE_LIMITS;
    if (only.length > exportChosen)
      throw new AppError("invalid_request", `Choose at most ${exportChosen} entries, or a whole folder.`);
    return attachment(c, await exportZip(files, folder, only), "application/zip", `${name}.zip`);
  });

  app.post(workspaceAddresses.import, async (c) => {
    const { files, principal } = await caller(c);
    const archive = await readBytes(c.req.raw, WORKSPACE_LIMITS.importBytes);
    const result = await importZip(files, {
      archive,
      into: c.req.query("path"),
      overwrite: c.req.query("overwrite") === "true",
      from: countOf(c.req.query("from")),
      author: userActor(principal.user),
    });
    return c.json(result);
  });
}

async function caller(c: HttpContext) {
  const principal = await authenticate(c);
  return { principal, files: asMember(workspace(c.var.deployment.tenant(principal.tenant.id))) };
}

function attachment(c: HttpContext, bytes: string | ReadableStream, type: string, name: string): Response {
  c.header("content-type", type);
  c.header(
    "content-disposition",
    `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`,
  );
  c.header("x-content-type-options", "nosniff");
  return c.body(bytes);
}

/** Throws `invalid_request` if it is not a count. */
function countOf(text: string | undefined): number {
  if (text === undefined) return 0;
  if (!/^\d{1,6}$/.test(text)) throw new AppError("invalid_request", "“from” must be a number.");
  return Number(text);
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

function listedAfter(cursor: string | undefined): ListedAfter | undefined {
  if (cursor === undefined) return undefined;
  const [kind = "", path = ""] = decodeCursor(cursor, 2);
  return { kind: kind === "file" ? "file" : "folder", path };
}
