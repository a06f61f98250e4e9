/** Operator routes of the deployment: waiting and failing work, and actions on it. */
import { operatorEndpoints } from "../api/operator.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";

export function operatorRoutes(app: App): void {
  serve(app, operatorEndpoints.status, async ({ services: { config, operator } }) => {
    const [waiting, clockJobs, failing] = await Promise.all([
      operator.waiting(),
      operator.clockJobs(),
      operator.failing(),
    ]);
    return { version: config.version, waiting, clockJobs, ...failing };
  });

  serve(app, operatorEndpoints.retryWork, async ({ services, body }) => {
    await services.operator.retryWork(body.tenantId, body.kind);
    return OK;
  });

  serve(app, operatorEndpoints.retryMail, async ({ services, body: { tenantId, ...key } }) => {
    await services.operator.retryMail(tenantId, key);
    return OK;
  });

  serve(app, operatorEndpoints.dropMail, async ({ services, principal, body: { tenantId, ...key } }) => {
    await services.operator.dropMail(tenantId, key, principal.user.email);
    return OK;
  });
}
