/** Routes of schedules. Every member may use them; the audit log records who did. */
import { listClockJobs } from "../../platform/work/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import {
  handOutSlots,
  changeSchedule,
  createSchedule,
  getSchedule,
  listSchedules,
  previewCadence,
  runNow,
  type EditDeps,
  proposedScheduleNews,
} from "../schedules/index.ts";
import type { Principal } from "../../platform/auth/index.ts";
import { scheduleEndpoints } from "../api/schedules.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";
import { userActor } from "../../platform/audit/index.ts";
import { notifier } from "../../platform/notifier.ts";

export function scheduleRoutes(app: App): void {
  serve(app, scheduleEndpoints.list, async (call) => {
    const [items, clockJobs] = await Promise.all([
      listSchedules(depsOf(call)),
      listClockJobs(call.deployment.system),
    ]);
    return { items, nextCursor: null, clockJobs };
  });

  serve(app, scheduleEndpoints.create, async (call) => {
    const { ctx, principal, body } = call;
    const { user } = principal;
    const wish = {
      id: body.id ?? ctx.ids.newId(),
      title: body.title,
      instruction: body.instruction,
      cadence: body.cadence,
      createdBy: userActor(user),
      tells: body.tells === undefined ? user.id : body.tells,
    };
    return createSchedule(depsOf(call), wish, userActor(principal.user));
  });

  serve(app, scheduleEndpoints.preview, (call) =>
    Promise.resolve(previewCadence(depsOf(call), call.body.cadence)),
  );

  serve(app, scheduleEndpoints.get, (call) => getSchedule(depsOf(call), call.param("id")));

  serve(app, scheduleEndpoints.update, (call) =>
    changeSchedule(depsOf(call), call.param("id"), call.body, userActor(call.principal.user)),
  );

  serve(app, scheduleEndpoints.remove, async (call) => {
    await changeSchedule(depsOf(call), call.param("id"), { deleted: true }, userActor(call.principal.user));
    return OK;
  });

  serve(app, scheduleEndpoints.run, async (call) => {
    const { ctx, principal } = call;
    const { schedule, due } = await runNow(depsOf(call), call.param("id"), userActor(principal.user));
    await handOutSlots(ctx, [due]);
    return schedule;
  });
}

function depsOf(call: { readonly ctx: TenantContext; readonly principal: Principal }): EditDeps {
  return scheduleDeps(call.ctx, call.principal.tenant.timeZone);
}

/** No I/O. */
function scheduleDeps(ctx: TenantContext, timeZone: string): EditDeps {
  return {
    db: ctx.db,
    clock: ctx.clock,
    timeZone,
    announce: () => ctx.publish({ type: "schedules.updated" }),
    tellProposed: async (schedule) => {
      await notifier(ctx).notifyTeam(proposedScheduleNews(schedule));
    },
  };
}
