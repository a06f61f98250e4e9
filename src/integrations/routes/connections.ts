/** Connections: everyone sees their state; only admins test and change them. */
import { connect } from "../connect.ts";
import { connectionViews } from "../connection-views.ts";
import { disconnect, testConnection } from "../manage-connections.ts";
import { finishConsent, startConsent } from "../oauth/consent.ts";
import { endConsent } from "../oauth/revocation.ts";
import { connectionPagesDeps } from "../open.ts";
import { requireAdmin, type Principal } from "../../platform/auth/index.ts";
import type { ConsentOwner } from "../connections/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { connectionEndpoints } from "../api/connections.ts";
import type { HttpContext } from "../../platform/http/context.ts";
import { authenticate } from "../../platform/http/middleware/session.ts";
import { pathParam, serve, type App } from "../../platform/http/serve.ts";
import { userActor } from "../../platform/audit/index.ts";

export function connectionRoutes(app: App): void {
  serve(app, connectionEndpoints.connections, async ({ ctx }) => ({
    connections: await connectionViews(connectionPagesDeps(ctx)),
  }));

  serve(app, connectionEndpoints.connect, ({ param, ctx, principal, body }) =>
    connect(connectionPagesDeps(ctx), param("vendor"), body, {
      name: principal.tenant.name,
      by: userActor(principal.user),
      sessionId: principal.sessionId,
    }),
  );

  serve(app, connectionEndpoints.startConsent, ({ param, ctx, principal, body }) =>
    startConsent(connectionPagesDeps(ctx), param("vendor"), ownerOf(principal), body.allow),
  );

  serve(app, connectionEndpoints.endConsent, ({ param, ctx, principal }) =>
    endConsent(connectionPagesDeps(ctx), param("vendor"), param("id"), ownerOf(principal)),
  );

  // The vendor's OAuth callback. Only admins get details, and nothing from the URL is passed on: only a fixed outcome word.
  app.get("/api/connections/:vendor/callback", async (c) => {
    const vendor = pathParam(c, "vendor");
    const principal = await findAdmin(c);
    const { searchParams } = new URL(c.req.url);
    const outcome =
      principal === null
        ? ({ kind: "expired" } as const)
        : await finishConsent(
            connectionPagesDeps(c.var.deployment.tenant(principal.tenant.id)),
            vendor,
            searchParams,
            ownerOf(principal),
          );
    const said = new URLSearchParams({ vendor, result: outcome.kind });
    if (outcome.kind === "granted") said.set("consent", outcome.consentId);
    c.header("referrer-policy", "no-referrer");
    return c.redirect(`/settings/connections?${said.toString()}`, 303);
  });

  serve(app, connectionEndpoints.testConnection, ({ param, ctx }) =>
    testConnection(connectionPagesDeps(ctx), param("vendor")),
  );

  serve(app, connectionEndpoints.disconnect, ({ param, ctx, principal }) =>
    disconnect(connectionPagesDeps(ctx), param("vendor"), userActor(principal.user)),
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
