/** Routes of a new team's first steps. */
import { endSteps, stepsOf } from "../first-steps/index.ts";
import { firstStepEndpoints } from "../api/first-steps.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";

export function firstStepRoutes(app: App): void {
  serve(app, firstStepEndpoints.firstSteps, async ({ ctx, db, principal }) => ({
    steps: await stepsOf(db, principal.user.id, ctx.clock.now()),
  }));

  serve(app, firstStepEndpoints.hideFirstSteps, async ({ ctx, db }) => {
    await endSteps(db, ctx.clock.now());
    return OK;
  });
}
