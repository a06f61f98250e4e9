/** Routes of invitations by link, and of joining with one. */
import {
  authDeps,
  acceptInvite,
  createInvite,
  listInvites,
  previewInvite,
  revokeInvite,
} from "../../platform/auth/index.ts";
import { inviteEndpoints } from "../api/invites.ts";
import { anybodyToEnter, OK, serve, serveTo, type App } from "../../platform/http/serve.ts";
import { enter, providerToken } from "./account.ts";

export function inviteRoutes(app: App): void {
  serve(app, inviteEndpoints.invites, async ({ ctx, principal }) => ({
    items: await listInvites(authDeps(ctx.deployment), principal),
    nextCursor: null,
  }));

  serve(app, inviteEndpoints.createInvite, async ({ ctx, principal, body }) => {
    const { invite, secret } = await createInvite(authDeps(ctx.deployment), principal, body);
    // After the hash: no server, and so no log of one, is ever sent that part of an address.
    return { ...invite, url: `${ctx.config.appOrigin}/join#${secret}` };
  });

  serve(app, inviteEndpoints.revokeInvite, async ({ ctx, principal, param }) => {
    await revokeInvite(authDeps(ctx.deployment), principal, param("id"));
    return OK;
  });

  serveTo(app, inviteEndpoints.previewInvite, anybodyToEnter, async ({ deployment, body }) =>
    previewInvite(authDeps(deployment), body.secret),
  );

  serveTo(app, inviteEndpoints.acceptInvite, anybodyToEnter, async ({ c, deployment, body }) => {
    const { token, kinds } = providerToken(c);
    const identity = await authDeps(deployment).verify(token, kinds);
    const member = await acceptInvite(authDeps(deployment), identity, body.secret);
    const tenant = await deployment.tenant(member.tenant.id).objects.team();
    await tenant.publish(member.tenant.id, { type: "settings.updated" });
    return enter(c, deployment, member);
  });
}
