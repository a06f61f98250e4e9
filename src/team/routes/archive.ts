/** Routes of the team's archive, for admins: its months, and a month of a kind as a file. */
import { listMonths, monthFile } from "../archive/index.ts";
import { requireAdmin } from "../../platform/auth/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { archiveEndpoints, archiveKindSchema } from "../api/retention.ts";
import { authenticate } from "../../platform/http/middleware/session.ts";
import { serve, type App } from "../../platform/http/serve.ts";

export function archiveRoutes(app: App): void {
  serve(app, archiveEndpoints.list, ({ db, query }) => listMonths(db, query.cursor));

  // Served as a download in its compressed form, whatever it contains.
  app.get("/api/archive/:kind/:month", async (c) => {
    const principal = await authenticate(c);
    requireAdmin(principal);
    const { deployment } = c.var;
    const tenantId = principal.tenant.id;
    const kind = archiveKindSchema.safeParse(c.req.param("kind"));
    const month = c.req.param("month");
    if (!kind.success || !/^\d{4}-\d{2}$/.test(month))
      throw new AppError("not_found", "Nothing from that month is in the archive.");
    const archive = { db: deployment.tenant(tenantId).db, store: deployment.tenant(tenantId).files.archive };
    const file = await monthFile(archive, kind.data, month);
    c.header("content-type", "application/gzip");
    c.header("content-disposition", `attachment; filename="${kind.data}-${month}.ndjson.gz"`);
    c.header("x-content-type-options", "nosniff");
    return c.body(file);
  });
}
