/** Composition of what the people who run the deployment see and do. */
import { listClockJobs, listFailingWork, listWaiting, retryWork } from "../../platform/work/index.ts";
import { tenantDb, deploymentDb } from "../../platform/db/index.ts";
import type { HttpServices } from "../../features/http-services.ts";
import { dropMail, listFailingMail, retryMail } from "../../messaging/inbox/index.ts";
import { systemClock as clock } from "../../kernel/clock.ts";
import type { Env } from "../../platform/env.ts";
import { sendWork } from "../../platform/wiring/queues.ts";
import { importAccounts } from "../../accounts/wiring/import-accounts.ts";
import { teamCopyServices } from "./team-copies.ts";

/** Makes it of the deployment's bindings. */
export function operatorParts(env: Env): Pick<HttpServices, "operator" | "teamCopies" | "importAccounts"> {
  return {
    operator: operatorServices(env),
    teamCopies: teamCopyServices(env),
    importAccounts: importAccounts(env),
  };
}

function operatorServices(env: Env): HttpServices["operator"] {
  const system = deploymentDb(env);
  const of = (tenantId: string) => ({ db: tenantDb(env, tenantId), clock });
  return {
    waiting: () => listWaiting({ system, clock }),
    clockJobs: () => listClockJobs(system),
    failing: async () => {
      const [work, mail] = await Promise.all([listFailingWork(system), listFailingMail(system)]);
      return { work, mail };
    },
    retryWork: (tenantId, kind) => retryWork({ ...of(tenantId), send: sendWork(env) }, kind),
    retryMail: (tenantId, key) => retryMail(of(tenantId), key),
    dropMail: (tenantId, key, operatorEmail) => dropMail(of(tenantId), key, operatorEmail),
  };
}
