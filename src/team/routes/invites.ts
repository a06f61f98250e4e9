/** Inviting somebody to the team by a link, and joining with it. */
import {
  acceptInvite,
  createInvite,
  listInvites,
  previewInvite,
  revokeInvite,
} from "../../platform/auth/index.ts";
import { inviteEndpoints } from "../api/invites.ts";
import { anybodyToEnter, OK, serve, serveTo, type App } from "../../platform/http/serve.ts";
import { enter, providerToken } from "./account.ts";

/** Adds them. */
export function inviteRoutes(app: App): void {
  serve(app, inviteEndpoints.invites, async ({ services, principal }) => ({
    items: await listInvites(services.auth, principal),
    nextCursor: null,
  }));

  serve(app, inviteEndpoints.createInvite, async ({ services, principal, body }) => {
    const { invite, secret } = await createInvite(services.auth, principal, body.role);
    // After the hash: no server, and so no log of one, is ever sent that part of an address.
    return { ...invite, url: `${services.config.appOrigin}/join#${secret}` };
  });

  serve(app, inviteEndpoints.revokeInvite, async ({ services, principal, param }) => {
    await revokeInvite(services.auth, principal, param("id"));
    return OK;
  });

  serveTo(app, inviteEndpoints.previewInvite, anybodyToEnter, async ({ services, body }) =>
    previewInvite(services.auth, body.secret),
  );

  serveTo(app, inviteEndpoints.acceptInvite, anybodyToEnter, async ({ c, services, body }) => {
    const { token, kinds } = providerToken(c);
    const identity = await services.auth.verify(token, kinds);
    const member = await acceptInvite(services.auth, identity, body.secret);
    const tenant = await services.tenant(member.tenant.id);
    await tenant.publish(member.tenant.id, { type: "settings.updated" });
    return enter(c, services, member);
  });
}
