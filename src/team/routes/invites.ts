/** Routes of invitations by link, and of joining with one. */
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

export function inviteRoutes(app: App): void {
  serve(app, inviteEndpoints.invites, async ({ services, principal }) => ({
    items: await listInvites(services.auth, principal),
    nextCursor: null,
  }));

  serve(app, inviteEndpoints.createInvite, async ({ services, principal, body }) => {
    const { invite, secret } = await createInvite(services.auth, principal, body.role);
    // In the URL fragment, which is never sent to a server and so never logged.
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
