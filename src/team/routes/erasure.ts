/** Routes of permanent erasure: of a person, with its certificate, and of the whole team. */
import { erasurePages } from "../erasure/open.ts";
import { AppError } from "../../kernel/errors.ts";
import { spokenTime } from "../../kernel/local-time.ts";
import { auditStatement, userActor } from "../../platform/audit/index.ts";
import { listTeam, type Principal } from "../../platform/auth/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { notifier } from "../../platform/notifier.ts";
import { erasureEndpoints } from "../api/erasure.ts";
import { callOffDeletion, planDeletion, type PlannedDeletion } from "../backup/index.ts";
import { backupDeps } from "../backup/open.ts";
import { plainName } from "../plain-name.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";

export function erasureRoutes(app: App): void {
  serve(app, erasureEndpoints.plan, ({ ctx, param }) => erasurePages(ctx).plan(param("id")));

  serve(app, erasureEndpoints.begin, async ({ ctx, principal, param, body }) => {
    const { id, name } = principal.user;
    const by = { kind: "user" as const, id, name };
    return { id: await erasurePages(ctx).begin({ contact: param("id"), name: body.name, by }) };
  });

  serve(app, erasureEndpoints.list, async ({ ctx }) => ({
    items: await erasurePages(ctx).list(),
  }));

  serve(app, erasureEndpoints.get, ({ ctx, param }) => erasurePages(ctx).get(param("id")));

  serve(app, erasureEndpoints.team, async ({ ctx, principal, body }) => {
    if (body.name.trim() !== principal.tenant.name.trim())
      throw new AppError("invalid_request", "That isn’t the team’s name. Type it exactly as shown.");
    const plan = await planDeletion(backupDeps(ctx.deployment), ctx.tenantId, principal.user.name);
    await tellOfPlan(ctx, principal, plan);
    return OK;
  });

  serve(app, erasureEndpoints.keepTeam, async ({ ctx, principal }) => {
    if (!(await callOffDeletion(backupDeps(ctx.deployment), ctx.tenantId)))
      throw new AppError("conflict", "There’s no planned deletion to call off.");
    const resolution = `${principal.user.name} called off the team’s deletion`;
    await record(ctx, principal, "team.deletion_called_off", resolution);
    await notifier(ctx).settleTeamNews({ about: DELETION, keyPrefix: DELETION, resolution });
    await ctx.publish({ type: "settings.updated" });
    const [who, team] = [plainName(principal.user.name), plainName(principal.tenant.name)];
    await mailTeam(ctx, {
      subject: `${team} stays on Steward`,
      text: `${who} called off the deletion of ${team}. Nothing was erased, and everything works as before.\n`,
    });
    return OK;
  });
}

const DELETION = "team.deletion";

/** Every member by a notice and, where the deployment can, by e-mail. */
async function tellOfPlan(
  ctx: TenantContext,
  principal: Principal,
  { at, by }: PlannedDeletion,
): Promise<void> {
  const { tenant } = principal;
  const when = spokenTime(at, tenant.timeZone);
  await record(ctx, principal, "team.deletion_planned", `${by} planned to delete the team on ${when}`);
  await notifier(ctx).notifyTeam({
    key: `${DELETION}:${at}`,
    about: DELETION,
    title: `This team will be deleted on ${when}`,
    body: `${by} asked for it. Until then everything works, and any admin can call it off.`,
    path: "/delete-team",
    urgent: false,
    routedTo: null,
  });
  await ctx.publish({ type: "settings.updated" });
  const [who, team] = [plainName(by), plainName(tenant.name)];
  await mailTeam(ctx, {
    subject: `${team} will be deleted from Steward on ${when}`,
    text: `${who} asked to delete ${team} on Steward.

Until ${when}, everything works as before and any admin can call it off:

${ctx.config.appOrigin}/delete-team

Then everything in the team is erased for good. To keep a copy, an admin can download it on the same page.
`,
  });
}

/** Where the deployment can; a mail that fails changes nothing. */
async function mailTeam(
  ctx: TenantContext,
  mail: { readonly subject: string; readonly text: string },
): Promise<void> {
  const send = ctx.deployment.mail;
  if (send === null) return;
  const mails = (await listTeam(ctx.db)).map(({ email }) => send({ to: email, ...mail }));
  for (const sent of await Promise.allSettled(mails))
    if (sent.status === "rejected") ctx.log.warn("team.deletion_not_mailed", { error: sent.reason });
}

function record(
  { db, clock, tenantId }: TenantContext,
  { user }: Principal,
  action: string,
  sentence: string,
): Promise<unknown> {
  const nowMs = clock.now();
  const subject = { kind: "tenant", id: tenantId };
  const id = `${action}:${nowMs}`;
  return db.batch([auditStatement(db, { id, actor: userActor(user), action, subject, sentence }, nowMs)]);
}
