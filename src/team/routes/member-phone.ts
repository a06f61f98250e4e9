/** Routes for verifying members' phone numbers. */
import { askPhoneCode, dropPhoneCode, waitingPhoneCode } from "../../platform/auth/index.ts";
import { listLines } from "../../integrations/quo/connection.ts";
import { teamEndpoints } from "../api/team.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";

export function memberPhoneRoutes(app: App): void {
  serve(app, teamEndpoints.askPhoneCode, async ({ ctx, principal, db, body }) => {
    return askPhoneCode(ctx, principal, body.number, await listLines(db));
  });

  serve(app, teamEndpoints.phoneCode, async ({ ctx, principal, db }) => ({
    waiting: await waitingPhoneCode(db, ctx.clock, principal),
  }));

  serve(app, teamEndpoints.dropPhoneCode, async ({ principal, db }) => {
    await dropPhoneCode(db, principal);
    return OK;
  });
}
