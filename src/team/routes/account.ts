/** Routes of health, sign-in and sign-out, the caller, the team and its sessions. */
import { INSURANCE_FIELDS } from "../../accounts/api/account-fields.ts";
import { changePolicy } from "../../approvals/policy/index.ts";
import { notifier } from "../../platform/notifier.ts";
import { listWaiting } from "../../platform/work/index.ts";
import type { DeploymentContext, TenantContext } from "../../platform/context.ts";
import { getCookie } from "hono/cookie";
import {
  authDeps,
  admit,
  changePhone,
  changeRole,
  createSession,
  decideJoinRequest,
  deviceOf,
  isOperator,
  listJoinRequests,
  listSessions,
  listTeam,
  noTeam,
  removeMember,
  revokeSession,
  stillWaits,
  type Admission,
  type IdentityProvider,
  type Member,
  type Principal,
} from "../../platform/auth/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Config } from "../../platform/config.ts";
import { plannedDeletion } from "../backup/index.ts";
import { changeWork, workOf } from "../first-steps/index.ts";
import { startTeam } from "../start-team.ts";
import { teamEndpoints, type Me } from "../api/team.ts";
import { type Role, type TeamMember } from "../../platform/api/members.ts";
import {
  CLERK_COOKIE,
  clearSessionCookie,
  readSessionCookie,
  setSessionCookie,
} from "../../platform/http/cookies.ts";
import type { HttpContext } from "../../platform/http/context.ts";
import { authenticate, credentials } from "../../platform/http/middleware/session.ts";
import { anybody, anybodyToEnter, OK, serve, serveTo, type App } from "../../platform/http/serve.ts";

const FEATURES = ["chat", "approvals", "push"];
/** Alert code of a request to join. */
const JOIN_ALERT = "join_request";

export function accountRoutes(app: App): void {
  for (const path of [teamEndpoints.health.path, "/health"])
    serveTo(app, { ...teamEndpoints.health, path }, anybody, async ({ c, deployment }) => {
      const { version, commit, operators } = deployment.config;
      const principal = await findSignedIn(c);
      if (principal === null) return { status: "ok" as const };
      const known = { status: "ok" as const, version, commit };
      return isOperator(principal, operators) ? { ...known, ...(await healthDetail(deployment)) } : known;
    });

  serveTo(app, teamEndpoints.signIn, anybody, async ({ deployment }) => signInPlace(deployment.config));

  serveTo(app, teamEndpoints.createSession, anybodyToEnter, async ({ c, deployment }) => {
    const { token, kinds } = providerToken(c);
    const auth = authDeps(deployment);
    const admission = await admit(auth, await auth.verify(token, kinds));
    if (admission.kind === "member") return enter(c, deployment, admission.member);
    throw await notIn(deployment, admission);
  });

  serveTo(app, teamEndpoints.signUp, anybodyToEnter, async ({ c, deployment, body }) => {
    const { token, kinds } = providerToken(c);
    const auth = authDeps(deployment);
    const identity = await auth.verify(token, kinds);
    const admission = await admit(auth, identity);
    if (admission.kind === "member") return enter(c, deployment, admission.member);
    if (admission.kind === "waits" || !deployment.config.signUp.isOpen)
      throw await notIn(deployment, admission);
    if (!(await deployment.mayCall("entry", "sign-up")))
      throw new AppError("rate_limited", "Many teams are being started right now. Try again in a minute.", {
        details: { retryAfterSeconds: 60 },
      });
    return enter(c, deployment, await startTeam(deployment, identity, body));
  });

  serve(app, teamEndpoints.endSession, async ({ c, ctx, principal, tenantId }) => {
    clearSessionCookie(c);
    if (principal.via === "session") await endSession(ctx, tenantId, principal.sessionId, principal);
    return OK;
  });

  serve(app, teamEndpoints.me, async ({ principal, ctx }) => meOf(principal, ctx));

  serve(app, teamEndpoints.changeWork, async ({ ctx, db, principal, body }) => {
    const nowMs = ctx.clock.now();
    await changeWork(db, body.work, nowMs);
    if (body.work === "insurance") {
      const { id, name } = principal.user;
      await changePolicy(db, { by: { kind: "user", id, name }, nowMs }, (policy) =>
        policy.accountFields.length > 0
          ? null
          : {
              policy: { ...policy, accountFields: [...INSURANCE_FIELDS] },
              sentence: `${name} set up the fields of accounts`,
            },
      );
    }
    return OK;
  });

  serve(app, teamEndpoints.sessions, async ({ ctx, principal }) => ({
    items: await listSessions(authDeps(ctx.deployment), principal),
    nextCursor: null,
  }));

  serve(app, teamEndpoints.revokeSession, async ({ ctx, principal, tenantId, param }) => {
    await endSession(ctx, tenantId, param("id"), principal);
    return OK;
  });

  serve(app, teamEndpoints.team, async ({ db }) => ({ items: await listTeam(db), nextCursor: null }));

  serve(app, teamEndpoints.joinRequests, async ({ db }) => listJoinRequests(db));

  serve(app, teamEndpoints.decideJoinRequest, async ({ ctx, principal, tenantId, param, body }) => {
    await decideJoinRequest(authDeps(ctx.deployment), principal, {
      id: param("id"),
      decision: body.decision,
    });
    await notifier(ctx).settleAlert(JOIN_ALERT, {
      once: param("id"),
      resolution: `${principal.user.name} decided`,
    });
    const tenant = await ctx.objects.team();
    await tenant.publish(tenantId, { type: "settings.updated" });
    return OK;
  });

  serve(app, teamEndpoints.updateMember, async ({ ctx, principal, tenantId, param, body }) => {
    const member = await updateMember(ctx, principal, param("id"), body);
    const tenant = await ctx.objects.team();
    await tenant.publish(tenantId, { type: "settings.updated" });
    return member;
  });

  serve(app, teamEndpoints.removeMember, async ({ ctx, principal, tenantId, param }) => {
    const sessionIds = await removeMember(authDeps(ctx.deployment), principal, param("id"));
    const tenant = await ctx.objects.team();
    await tenant.endMember(tenantId, param("id"), sessionIds);
    await tenant.publish(tenantId, { type: "settings.updated" });
    return OK;
  });
}

/** Why a person with a verified address is not signed in, and what they can do. A new request is told to admins. */
async function notIn(
  deployment: DeploymentContext,
  admission: Exclude<Admission, { kind: "member" }>,
): Promise<AppError> {
  if (admission.kind === "free") {
    const { isOpen, contact } = deployment.config.signUp;
    return noTeam(admission.domain, isOpen ? { canStart: true } : { contact });
  }
  if (admission.isNew) await tellAdmins(deployment, admission);
  return stillWaits(admission);
}

/**
 * Notifies admins of a request to join. The name is the person's own claim, so it is shown only on the page.
 */
async function tellAdmins(
  deployment: DeploymentContext,
  { tenant: { id }, requestId, domain }: Extract<Admission, { kind: "waits" }>,
): Promise<void> {
  await notifier(deployment.tenant(id)).alertAdmins({
    code: JOIN_ALERT,
    once: requestId,
    title: `Someone at ${domain} wants to join`,
    body: "Approve or decline under Settings → Members.",
    path: "/settings/team",
  });
  const tenant = await deployment.tenant(id).objects.team();
  await tenant.publish(id, { type: "settings.updated" });
}

/** Opens a member's session in this browser. */
export async function enter(c: HttpContext, deployment: DeploymentContext, member: Member): Promise<Me> {
  const device = deviceOf(c.req.header("user-agent") ?? null);
  const { secret } = await createSession(authDeps(deployment), member, device, readSessionCookie(c));
  setSessionCookie(c, secret);
  return meOf(member, deployment.tenant(member.tenant.id));
}

async function updateMember(
  ctx: TenantContext,
  by: Principal,
  userId: string,
  { role, phone }: { readonly role?: Role | undefined; readonly phone?: string | null | undefined },
): Promise<TeamMember> {
  const auth = authDeps(ctx.deployment);
  if (phone !== undefined) await changePhone(auth, by, userId, phone);
  if (role !== undefined) return changeRole(auth, by, userId, role);
  const member = (await listTeam(ctx.db)).find(({ id }) => id === userId);
  if (member === undefined) throw new AppError("not_found", "That person isn’t on the team.");
  return member;
}

/** The table first, so that no new request or socket is accepted; then the objects close what is open. */
async function endSession(
  ctx: TenantContext,
  tenantId: string,
  sessionId: string,
  by: Principal,
): Promise<void> {
  await revokeSession(authDeps(ctx.deployment), by, sessionId);
  const tenant = await ctx.objects.team();
  await tenant.endSession(tenantId, sessionId);
}

/**
 * The identity provider's token: from a script's `Authorization`, else from Cloudflare Access in front of the
 * app, else from the cookie of Clerk's page. The first one found counts.
 */
export function providerToken(c: HttpContext): { token: string; kinds: IdentityProvider["kind"][] } {
  const { config } = c.var.deployment;
  const authorization = c.req.header("authorization");
  if (authorization !== undefined) {
    return { token: credentials(authorization, "Bearer"), kinds: ["access", "clerk"] };
  }
  const assertion = config.access === null ? undefined : c.req.header("cf-access-jwt-assertion");
  if (assertion !== undefined) return { token: assertion, kinds: ["access"] };
  const cookie = config.clerk === null ? undefined : getCookie(c, CLERK_COOKIE);
  if (cookie !== undefined && cookie !== "") return { token: cookie, kinds: ["clerk"] };
  throw new AppError("unauthenticated", "Sign in with your provider first.");
}

/** Null for a request without a valid sign-in. Never reads the database without a session token. */
async function findSignedIn(c: HttpContext): Promise<Principal | null> {
  if (readSessionCookie(c) === undefined && c.req.header("authorization") === undefined) return null;
  try {
    return await authenticate(c);
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") throw error;
    return null;
  }
}

async function healthDetail(deployment: DeploymentContext) {
  if (!(await deployment.system.isReachable()))
    return { detail: { database: "unreachable" as const, waitingSeconds: {} } };
  const waiting = await listWaiting(deployment);
  return {
    status: waiting.some(({ late }) => late) ? ("late" as const) : ("ok" as const),
    detail: {
      database: "ok" as const,
      waitingSeconds: Object.fromEntries(waiting.map(({ name, seconds }) => [name, seconds])),
    },
  };
}

function signInPlace({ clerk, appOrigin, signUp }: Config) {
  if (clerk === null) return { provider: "access" as const, url: appOrigin, signUp: signUp.isOpen };
  const url = new URL(clerk.signInUrl);
  url.searchParams.set("redirect_url", appOrigin);
  return { provider: "clerk" as const, url: url.href, signUp: signUp.isOpen };
}

async function meOf({ user, tenant }: Member, { db, config, deployment }: TenantContext): Promise<Me> {
  return {
    user: { id: user.id, email: user.email, name: user.name },
    tenant: { id: tenant.id, name: tenant.name, timeZone: tenant.timeZone, work: await workOf(db) },
    role: user.role,
    features: isOperator({ user }, config.operators) ? [...FEATURES, "operator"] : FEATURES,
    demo: config.demo,
    signOutUrl:
      config.clerk === null && config.access !== null
        ? `${config.access.teamUrl}/cdn-cgi/access/logout`
        : null,
    deletion: await plannedDeletion(deployment, tenant.id),
  };
}
