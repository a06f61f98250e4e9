/** Wires the operator pages. */
import { listClockJobs, listFailingWork, listWaiting, retryWork } from "../../platform/work/index.ts";
import type { HttpServices } from "../../features/http-services.ts";
import { dropMail, listFailingMail, retryMail } from "../../messaging/inbox/index.ts";
import type { DeploymentContext } from "../../platform/context.ts";
import { importAccounts } from "../../accounts/wiring/import-accounts.ts";
import { teamCopyServices } from "./team-copies.ts";

export function operatorParts(
  deployment: DeploymentContext,
): Pick<HttpServices, "operator" | "teamCopies" | "importAccounts"> {
  return {
    operator: operatorServices(deployment),
    teamCopies: teamCopyServices(deployment),
    importAccounts: importAccounts(deployment),
  };
}

function operatorServices(deployment: DeploymentContext): HttpServices["operator"] {
  const system = deployment.system;
  const of = (tenantId: string) => ({ db: deployment.tenant(tenantId).db, clock: deployment.clock });
  return {
    waiting: () => listWaiting({ system, clock: deployment.clock }),
    clockJobs: () => listClockJobs(system),
    failing: async () => {
      const [work, mail] = await Promise.all([listFailingWork(system), listFailingMail(system)]);
      return { work, mail };
    },
    retryWork: (tenantId, kind) => retryWork({ ...of(tenantId), send: deployment.send }, kind),
    retryMail: (tenantId, key) => retryMail(of(tenantId), key),
    dropMail: (tenantId, key, operatorEmail) => dropMail(of(tenantId), key, operatorEmail),
  };
}
