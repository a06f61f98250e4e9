/** Operator routes of the deployment: waiting and failing work, and actions on it. */
import { dropMail, listFailingMail, retryMail } from "../../messaging/inbox/index.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";
import { listClockJobs, listFailingWork, listWaiting, retryWork } from "../../platform/work/index.ts";
import { operatorEndpoints } from "../api/operator.ts";
import { deploymentHealth } from "../operator-health.ts";

export function operatorRoutes(app: App): void {
  serve(app, operatorEndpoints.status, async ({ deployment }) => {
    const { system, config } = deployment;
    const [waiting, clockJobs, work, mail] = await Promise.all([
      listWaiting(deployment),
      listClockJobs(system),
      listFailingWork(system),
      listFailingMail(system),
    ]);
    return { version: config.version, waiting, clockJobs, work, mail };
  });

  serve(app, operatorEndpoints.health, ({ deployment }) =>
    deploymentHealth(deployment.system, deployment.clock.now()),
  );

  serve(app, operatorEndpoints.retryWork, async ({ deployment, body }) => {
    const { db, clock } = deployment.tenant(body.tenantId);
    await retryWork({ db, clock, send: deployment.send }, body.kind);
    return OK;
  });

  serve(app, operatorEndpoints.retryMail, async ({ deployment, body: { tenantId, ...key } }) => {
    await retryMail(deployment.tenant(tenantId), key);
    return OK;
  });

  serve(app, operatorEndpoints.dropMail, async ({ deployment, principal, body: { tenantId, ...key } }) => {
    await dropMail(deployment.tenant(tenantId), key, principal.user.email);
    return OK;
  });
}
