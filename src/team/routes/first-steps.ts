/** Routes of a new team's first steps. */
import { endSteps, stepsOf } from "../first-steps/index.ts";
import { firstStepEndpoints } from "../api/first-steps.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";

export function firstStepRoutes(app: App): void {
  serve(app, firstStepEndpoints.firstSteps, async ({ services, db, principal }) => ({
    steps: await stepsOf(db, principal.user.id, services.clock.now()),
  }));

  serve(app, firstStepEndpoints.hideFirstSteps, async ({ services, db }) => {
    await endSteps(db, services.clock.now());
    return OK;
  });
}
