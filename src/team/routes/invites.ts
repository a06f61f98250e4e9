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
import type { Principal } from "../../platform/auth/index.ts";
import type { Invite } from "../../platform/api/members.ts";
import type { TenantContext } from "../../platform/context.ts";
import { anybodyToEnter, OK, serve, serveTo, type App } from "../../platform/http/serve.ts";
import { plainName } from "../plain-name.ts";
import { enter, providerToken } from "./account.ts";

export function inviteRoutes(app: App): void {
  serve(app, inviteEndpoints.invites, async ({ ctx, principal }) => ({
    items: await listInvites(authDeps(ctx.deployment), principal),
    nextCursor: null,
    mails: ctx.deployment.mail !== null,
  }));

  serve(app, inviteEndpoints.createInvite, async ({ ctx, principal, body }) => {
    const { invite, secret } = await createInvite(authDeps(ctx.deployment), principal, body);
    // After the hash: no server, and so no log of one, is ever sent that part of an address.
    const url = `${ctx.config.appOrigin}/join#${secret}`;
    return { ...invite, url, mailed: await mailInvite(ctx, principal, invite, url) };
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

/** Whether the invitation was sent. A failure leaves the link to copy. */
async function mailInvite(
  { deployment, log, tenantId }: TenantContext,
  { user, tenant }: Principal,
  { email, role }: Invite,
  url: string,
): Promise<boolean> {
  const send = deployment.mail;
  if (send === null || email === null) return false;
  const [by, team] = [plainName(user.name), plainName(tenant.name)];
  const text = `${by} invited you to join ${team} on Steward as ${role === "admin" ? "an admin" : "a member"}.

Open this link and sign in with ${email}. It works once, for seven days:

${url}

If you don’t expect this, ignore it: nothing happens without your sign-in.
`;
  try {
    await send({ to: email, subject: `Join ${team} on Steward`, text });
    return true;
  } catch (error) {
    log.warn("invites.not_mailed", { tenantId, error });
    return false;
  }
}
