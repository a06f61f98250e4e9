/** Composition of taking another system's records into a team's accounts. */
import { importLines, stageRules } from "../index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import type { HttpServices } from "../../features/http-services.ts";
import type { Env } from "../../platform/env.ts";
import { tellOfAccounts } from "./account-files.ts";
import { openFiles } from "../../workspace/open-files.ts";
import { zoneOf } from "../../platform/wiring/zone.ts";

/** Takes them; open pages read accounts again. */
export function importAccounts(env: Env): HttpServices["importAccounts"] {
  return async (tenantId, by, lines) => {
    const [timeZone, rules] = await Promise.all([zoneOf(env, tenantId), stageRules(tenantDb(env, tenantId))]);
    const results = await importLines({ files: openFiles(env, tenantId), rules, timeZone, by }, lines);
    await tellOfAccounts(env, tenantId)();
    return { results };
  };
}
