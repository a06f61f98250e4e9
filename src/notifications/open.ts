/** Composition of notifications: real push services behind the port. */
import { pushSender } from "./push/client.ts";
import type { NotificationDeps } from "./index.ts";
import { egressRule } from "../platform/egress.ts";
import type { TenantContext } from "../platform/context.ts";
import { pause } from "../kernel/time-limit.ts";

/** Dependencies for one tenant. Does no I/O; create one per request or step. */
export function notificationDeps(ctx: TenantContext): NotificationDeps {
  const { vapid, allowedHosts } = ctx.config.push;
  return {
    db: ctx.db,
    clock: ctx.clock,
    ids: ctx.ids,
    logger: ctx.log,
    sendPush: pushSender(ctx.outside("push"), vapid, ctx.log),
    timeZone: async () => (await ctx.findTimeZone()) ?? "UTC",
    appUrl: ctx.config.appUrl,
    allowsEndpoint: egressRule([], allowedHosts),
    publish: (event, reader) => ctx.publish(event, reader),
    sleep: pause,
  };
}
