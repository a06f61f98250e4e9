/** What is brought along from elsewhere, by admins: it is told in the names of others. */
import { bringProject } from "../../projects/index.ts";
import { projectImportsEndpoints } from "../../protocol/project-imports.ts";
import { serve, type App } from "../serve.ts";
import { writerOf } from "./projects.ts";

/** Adds them. */
export function projectImportRoutes(app: App): void {
  serve(app, projectImportsEndpoints.bring, ({ services, tenantId, principal, body }) =>
    bringProject(services.projects(tenantId), body, writerOf(principal)),
  );
}
