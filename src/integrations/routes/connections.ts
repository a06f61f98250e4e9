/** Connections: everyone sees their state; only admins test and change them. */
import type { Actor } from "../../platform/audit/index.ts";
import { requireAdmin, type Principal } from "../../platform/auth/index.ts";
import type { ConsentOwner } from "../connections/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { connectionEndpoints } from "../api/connections.ts";
import type { HttpContext } from "../../platform/http/context.ts";
import { authenticate } from "../../platform/http/middleware/session.ts";
import { pathParam, serve, type App } from "../../platform/http/serve.ts";

export function connectionRoutes(app: App): void {
  serve(app, connectionEndpoints.connections, async ({ services, tenantId }) => ({
    connections: await services.connections(tenantId).list(),
  }));

  serve(app, connectionEndpoints.connect, ({ param, services, tenantId, principal, body }) =>
    services.connections(tenantId).connect(param("vendor"), body, {
      name: principal.tenant.name,
      by: actorOf(principal.user),
      sessionId: principal.sessionId,
    }),
  );

  serve(app, connectionEndpoints.startConsent, ({ param, services, tenantId, principal, body }) =>
    services.connections(tenantId).startConsent(param("vendor"), ownerOf(principal), body.allow),
  );

  serve(app, connectionEndpoints.endConsent, ({ param, services, tenantId, principal }) =>
    services.connections(tenantId).endConsent(param("vendor"), param("id"), ownerOf(principal)),
  );

  // The vendor's OAuth callback. Only admins get details, and nothing from the URL is passed on: only a fixed outcome word.
  app.get("/api/connections/:vendor/callback", async (c) => {
    const vendor = pathParam(c, "vendor");
    const principal = await findAdmin(c);
    const { searchParams } = new URL(c.req.url);
    const outcome =
      principal === null
        ? ({ kind: "expired" } as const)
        : await c.var.services
            .connections(principal.tenant.id)
            .finishConsent(vendor, searchParams, ownerOf(principal));
    const said = new URLSearchParams({ vendor, result: outcome.kind });
    if (outcome.kind === "granted") said.set("consent", outcome.consentId);
    c.header("referrer-policy", "no-referrer");
    return c.redirect(`/settings/connections?${said.toString()}`, 303);
  });

  serve(app, connectionEndpoints.testConnection, ({ param, services, tenantId }) =>
    services.connections(tenantId).test(param("vendor")),
  );

  serve(app, connectionEndpoints.disconnect, ({ param, services, tenantId, principal }) =>
    services.connections(tenantId).disconnect(param("vendor"), actorOf(principal.user)),
  );
}

/** The signed-in admin, or null. */
async function findAdmin(c: HttpContext): Promise<Principal | null> {
  try {
    const principal = await authenticate(c);
    requireAdmin(principal);
    return principal;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  }
}

function ownerOf({ user, sessionId }: Principal): ConsentOwner {
  return { userId: user.id, sessionId };
}

function actorOf({ id, name }: { readonly id: string; readonly name: string }): Actor {
  return { kind: "user", id, name };
}
