/** Finds a tenant's account at Quo, ready to use. */
import { findQuoConnection } from "../connections/index.ts";
import { dbFor } from "../db/index.ts";
import { quoClient } from "../integrations/quo/client.ts";
import type { QuoAccount } from "../integrations/quo/read.ts";
import { systemClock } from "../kernel/clock.ts";
import type { Env } from "../platform/env.ts";
import { outsideHttp } from "./outside.ts";

/** The tenant's account, or the one of this connection if it is the tenant's; null where there is none. */
export async function findQuoAccount(
  env: Env,
  tenantId: string,
  connectionId?: string,
): Promise<QuoAccount | null> {
  const connection = await findQuoConnection(dbFor(env.DB, tenantId), env.MASTER_KEYS, connectionId);
  if (connection === null) return null;
  const client = quoClient(outsideHttp(env), systemClock, {
    baseUrl: env.QUO_BASE_URL,
    apiKey: connection.apiKey,
  });
  return { connection, client, clock: systemClock };
}
