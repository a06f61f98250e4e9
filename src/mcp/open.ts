/** Composition of the Model Context Protocol: a team's own servers. */
import { notifier } from "../platform/notifier.ts";
import type { DeploymentContext, TenantContext } from "../platform/context.ts";
import type { ClientSeal } from "./server/index.ts";
import { openCredential, sealCredential, needsResealing } from "../integrations/connections/sealed.ts";
import { changedAlert, type ServerDeps } from "./servers/index.ts";

/** Cheap: opens nothing. */
export function serverDeps(ctx: TenantContext): ServerDeps {
  const scopeOf = (connectionId: string) => ({ tenantId: ctx.tenantId, connectionId, field: "mcpToken" });
  const keys = ctx.config.masterKeys;
  return {
    db: ctx.db,
    clock: ctx.clock,
    ids: ctx.ids,
    // A separate concurrency limit: hanging servers must not block the team's other calls.
    http: ctx.ownService("mcp"),
    seal: (id, token) => sealCredential(keys, scopeOf(id), token),
    async open(id, sealed) {
      const token = await openCredential(keys, scopeOf(id), sealed);
      const isOld = needsResealing(keys, sealed);
      return { token, resealed: isOld ? await sealCredential(keys, scopeOf(id), token) : null };
    },
    alertChanged: (server, once) => notifier(ctx).alertAdmins(changedAlert(server, once)),
  };
}

/** No team is known when a client makes it. */
const REGISTRATION = { tenantId: "deployment", connectionId: "mcp", field: "client" };

/** Registrations of clients, sealed with the deployment's key. */
export function clientSeal(deployment: DeploymentContext): ClientSeal {
  return {
    seal: (text) => sealCredential(deployment.config.masterKeys, REGISTRATION, text),
    open: (sealed) => openCredential(deployment.config.masterKeys, REGISTRATION, sealed),
  };
}
