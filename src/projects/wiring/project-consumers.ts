/** Wires the consumers of project events. */
import { notifier } from "../../platform/notifier.ts";
import type { Consumer } from "../../platform/events/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { automationConsumer, projectNewsConsumer, type MemberNews } from "../index.ts";
import { projectDeps } from "../open.ts";
import { beginSchedules, startAfterChanges } from "../agent-work/index.ts";

/** Automation rules, and notifications to members. */
export function projectConsumers(ctx: TenantContext): Consumer[] {
  const deps = projectDeps(ctx);
  const tell = async ({ taskId, projectId, ...news }: MemberNews): Promise<void> => {
    const path = `/projects/${projectId}${taskId === null ? "" : `?task=${taskId}`}`;
    const about = taskId ?? projectId;
    await notifier(ctx).notifyMember({
      ...news,
      about,
      path,
      because: "It’s addressed to them.",
    });
  };
  return [automationConsumer(deps, tell), projectNewsConsumer(deps, tell)];
}

/** Creates the agent schedules of new projects, and starts the agents that a change of a task concerns. */
export function projectAgentsConsumer(ctx: TenantContext): Consumer {
  return {
    name: "project-agents",
    takes: ["pm.projects.created", "pm.projects.brought_in", "pm.tasks."],
    async take(events) {
      const deps = { db: ctx.db, clock: ctx.clock, timeZone: await ctx.timeZone() };
      for (const { payload } of events)
        if (payload["entity"] === "project" && typeof payload["projectId"] === "string")
          await beginSchedules(deps, payload["projectId"]);
      const changes = events.filter(({ type }) => type.startsWith("pm.tasks."));
      if (changes.length > 0) await startAfterChanges(deps, changes);
    },
  };
}
