/** Composition of a team's own servers of the Model Context Protocol. */
import { needsResealing, openCredential, sealCredential } from "../integrations/connections/sealed.ts";
import { tenantDb } from "../platform/db/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { systemIds } from "../kernel/ids.ts";
import { changedAlert, type ServerDeps } from "./servers/index.ts";
import { alertAdmins } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { notificationDeps } from "../notifications/open.ts";
import { ownServiceHttp } from "../platform/wiring/outside.ts";

/** What their use cases are given. Cheap. */
export function serverDeps(env: Env, tenantId: string): ServerDeps {
  const scopeOf = (connectionId: string) => ({ tenantId, connectionId, field: "mcpToken" });
  const keys = env.MASTER_KEYS;
  return {
    db: tenantDb(env, tenantId),
    clock: systemClock,
    ids: systemIds,
    // Slots of their own: servers that hang hold up nothing else of the team's.
    http: ownServiceHttp(env, `${tenantId}:mcp`),
    seal: (id, token) => sealCredential(keys, scopeOf(id), token),
    async open(id, sealed) {
      const token = await openCredential(keys, scopeOf(id), sealed);
      const isOld = needsResealing(keys, sealed);
      return { token, resealed: isOld ? await sealCredential(keys, scopeOf(id), token) : null };
    },
    alertChanged: (server, once) => alertAdmins(notificationDeps(env, tenantId), changedAlert(server, once)),
  };
}
