/** Routes of imports. Admins only, because the imported history is attributed to other people. */
import { projectDeps } from "../open.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { Principal } from "../../platform/auth/index.ts";
import { AppError } from "../../kernel/errors.ts";
import {
  bringProject,
  importLists,
  importPage,
  importRows,
  previewImport,
  type ImportSource,
} from "../index.ts";
import { projectImportsEndpoints } from "../api/project-imports.ts";
import { taskLinkVendorSchema, type TaskLinkVendor } from "../api/projects.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import { writerOf } from "./projects.ts";
import { clickUpImport } from "../../integrations/clickup/import.ts";
import { jiraImport } from "../../integrations/jira/import.ts";
import { openAccount, readOnly } from "../../integrations/open-account.ts";
import { accountDeps } from "../../integrations/open.ts";

export function projectImportRoutes(app: App): void {
  serve(app, projectImportsEndpoints.bring, ({ ctx, principal, body }) =>
    bringProject(projectDeps(ctx), body, writerOf(principal)),
  );
  serve(app, projectImportsEndpoints.lists, async ({ ctx, db, principal }) => {
    const asked = await Promise.allSettled(
      taskLinkVendorSchema.options.map(async (vendor) => {
        const source = await sourceFor(ctx, principal, vendor);
        return source === null ? [] : importLists(db, source);
      }),
    );
    return {
      items: asked.flatMap((one) => (one.status === "fulfilled" ? one.value : [])),
      problems: asked.flatMap((one) => (one.status === "rejected" ? [inWords(one.reason)] : [])),
    };
  });
  serve(app, projectImportsEndpoints.preview, async ({ ctx, db, principal, body }) =>
    previewImport(db, await required(ctx, principal, body.vendor), body.id),
  );
  serve(app, projectImportsEndpoints.next, async ({ ctx, principal, body }) => {
    const source = await required(ctx, principal, body.vendor);
    const list = (await source.lists()).find(({ id }) => id === body.id);
    if (list === undefined) throw new AppError("not_found", "That list doesn’t exist anymore.");
    const { cursor } = body;
    return importPage(projectDeps(ctx), source, { list, cursor }, writerOf(principal));
  });
  serve(app, projectImportsEndpoints.rows, ({ ctx, principal, body }) =>
    importRows(projectDeps(ctx), body, writerOf(principal)),
  );
}

function sourceFor(
  ctx: TenantContext,
  { tenant: { timeZone } }: Principal,
  vendor: TaskLinkVendor,
): Promise<ImportSource | null> {
  return importSource(ctx, timeZone, vendor);
}

async function required(
  ctx: TenantContext,
  principal: Principal,
  vendor: TaskLinkVendor,
): Promise<ImportSource> {
  const source = await sourceFor(ctx, principal, vendor);
  if (source === null)
    throw new AppError("not_found", "It isn’t connected. Connect it in Settings → Connections.");
  return source;
}

/** Why a service could not be reached, as a sentence. */
function inWords(reason: unknown): string {
  return reason instanceof AppError ? reason.message : "A connected service didn’t answer.";
}

/** A vendor's import source; null if it is not connected. Throws `not_configured`. */
async function importSource(
  ctx: TenantContext,
  timeZone: string,
  vendor: TaskLinkVendor,
): Promise<ImportSource | null> {
  const deps = readOnly(accountDeps(ctx));
  if (vendor === "clickup") {
    const account = await openAccount(deps, "clickup");
    return account === null ? null : clickUpImport(account, timeZone);
  }
  const account = await openAccount(deps, "jira");
  return account === null ? null : jiraImport(account);
}
