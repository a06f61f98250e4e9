/** Reads the help pages, a document of the deployment. */
import type { TenantContext } from "../../platform/context.ts";
import { manualSchema, type ManualPage } from "../api/manual.ts";

/** Null if they can't be read. */
export async function readManual({
  deployment,
  tenantId,
  log,
}: TenantContext): Promise<readonly ManualPage[] | null> {
  try {
    return manualSchema.parse(await deployment.document("manual.json"));
  } catch (error) {
    log.error("team.manual_unavailable", { tenantId, error: String(error) });
    return null;
  }
}
