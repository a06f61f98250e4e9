/** The live feed to a tenant's open pages. */
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import type { FeedEvent } from "../protocol/socket.ts";
import { tenantObject } from "./admission.ts";

/** Sends an event to every open page of the tenant. Best effort: never throws; a page that missed it asks again over HTTP. */
export async function publish(env: Env, tenantId: string, event: FeedEvent): Promise<void> {
  try {
    await (await tenantObject(env, tenantId)).publish(tenantId, event);
  } catch (error) {
    systemLogger.warn("feed.publish_failed", { tenantId, error });
  }
}
