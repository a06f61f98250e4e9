/** Routes of on-call and staff quiet hours: readable by all, changed by admins, effective immediately. */
import { getOnCall, updateOnCall } from "../index.ts";
import { onCallEndpoints } from "../api/on-call.ts";
import { serve, type App } from "../../platform/http/serve.ts";
import { userActor } from "../../platform/audit/index.ts";

export function onCallRoutes(app: App): void {
  serve(app, onCallEndpoints.get, async ({ db }) => getOnCall(db));

  serve(app, onCallEndpoints.update, async ({ ctx, db, tenantId, principal, body }) => {
    const updated = await updateOnCall(db, {
      onCall: body.onCall,
      version: body.version,
      by: userActor(principal.user),
      nowMs: ctx.clock.now(),
    });
    const tenant = await ctx.objects.team();
    await tenant.publish(tenantId, { type: "settings.updated" });
    return updated;
  });
}
