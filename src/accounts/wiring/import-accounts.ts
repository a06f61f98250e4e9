/** Wires imports into a team's accounts. */
import { importLines, stageRules } from "../index.ts";
import type { HttpServices } from "../../features/http-services.ts";
import type { DeploymentContext } from "../../platform/context.ts";
import { tellOfAccounts } from "./account-files.ts";
import { openFiles } from "../../workspace/open-files.ts";

/** Imports records and makes open pages reload accounts. */
export function importAccounts(deployment: DeploymentContext): HttpServices["importAccounts"] {
  return async (tenantId, by, lines) => {
    const ctx = deployment.tenant(tenantId);
    const [timeZone, rules] = await Promise.all([ctx.timeZone(), stageRules(ctx.db)]);
    const results = await importLines({ files: openFiles(ctx), rules, timeZone, by }, lines);
    await tellOfAccounts(ctx)();
    return { results };
  };
}
