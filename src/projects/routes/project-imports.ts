/** Routes of imports. Admins only, because the imported history is attributed to other people. */
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
import type { HttpServices } from "../../features/http-services.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import { writerOf } from "./projects.ts";

export function projectImportRoutes(app: App): void {
  serve(app, projectImportsEndpoints.bring, ({ services, tenantId, principal, body }) =>
    bringProject(services.projects(tenantId), body, writerOf(principal)),
  );
  serve(app, projectImportsEndpoints.lists, async ({ services, db, principal }) => {
    const asked = await Promise.allSettled(
      taskLinkVendorSchema.options.map(async (vendor) => {
        const source = await sourceFor(services, principal, vendor);
        return source === null ? [] : importLists(db, source);
      }),
    );
    return {
      items: asked.flatMap((one) => (one.status === "fulfilled" ? one.value : [])),
      problems: asked.flatMap((one) => (one.status === "rejected" ? [inWords(one.reason)] : [])),
    };
  });
  serve(app, projectImportsEndpoints.preview, async ({ services, db, principal, body }) =>
    previewImport(db, await required(services, principal, body.vendor), body.id),
  );
  serve(app, projectImportsEndpoints.next, async ({ services, tenantId, principal, body }) => {
    const source = await required(services, principal, body.vendor);
    const list = (await source.lists()).find(({ id }) => id === body.id);
    if (list === undefined) throw new AppError("not_found", "That list doesn’t exist anymore.");
    const { cursor } = body;
    return importPage(services.projects(tenantId), source, { list, cursor }, writerOf(principal));
  });
  serve(app, projectImportsEndpoints.rows, ({ services, tenantId, principal, body }) =>
    importRows(services.projects(tenantId), body, writerOf(principal)),
  );
}

function sourceFor(
  services: HttpServices,
  { tenant: { id, timeZone } }: Principal,
  vendor: TaskLinkVendor,
): Promise<ImportSource | null> {
  return services.importSource(id, timeZone, vendor);
}

async function required(
  services: HttpServices,
  principal: Principal,
  vendor: TaskLinkVendor,
): Promise<ImportSource> {
  const source = await sourceFor(services, principal, vendor);
  if (source === null)
    throw new AppError("not_found", "It isn’t connected. Connect it in Settings → Connections.");
  return source;
}

/** Why a service could not be reached, as a sentence. */
function inWords(reason: unknown): string {
  return reason instanceof AppError ? reason.message : "A connected service didn’t answer.";
}
