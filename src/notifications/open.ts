/** Composition of notifications: real push services behind the port. */
import { tenantDb } from "../platform/db/index.ts";
import { pushSender } from "./push/client.ts";
import { systemClock } from "../kernel/clock.ts";
import { systemIds } from "../kernel/ids.ts";
import type { NotificationDeps } from "./index.ts";
import { egressRule } from "../platform/egress.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { publish } from "../platform/wiring/feed.ts";
import { outsideHttp } from "../platform/wiring/outside.ts";
import { findZone } from "../platform/wiring/zone.ts";

/** What notifications of one tenant are given. Cheap; make one per request or step. */
export function notificationDeps(env: Env, tenantId: string): NotificationDeps {
  const vapid = {
    subject: env.VAPID_SUBJECT,
    publicKey: env.VAPID_PUBLIC_KEY,
    privateKey: env.VAPID_PRIVATE_KEY,
  };
  return {
    db: tenantDb(env, tenantId),
    clock: systemClock,
    ids: systemIds,
    logger: systemLogger,
    sendPush: pushSender(outsideHttp(env, `${tenantId} push`), vapid, systemLogger),
    timeZone: async () => (await findZone(env, tenantId)) ?? "UTC",
    appUrl: env.APP_URL.replace(/\/+$/, ""),
    allowsEndpoint: egressRule([], env.PUSH_ALLOWED_HOSTS.split(",")),
    publish: (event, reader) => publish(env, tenantId, event, reader),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
