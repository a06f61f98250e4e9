/** Composition of what acts on events of projects. */
import type { Consumer } from "../events/index.ts";
import { notifyTeam } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { automationConsumer, projectNewsConsumer, type MemberNews } from "../projects/index.ts";
import { notificationDeps } from "./notifications.ts";
import { projectDeps } from "./projects.ts";

/** Those who act on events of projects: rules of the team's, and news for members. */
export function projectConsumers(env: Env, tenantId: string): Consumer[] {
  const deps = projectDeps(env, tenantId);
  const tell = async ({ key, userId, title, body, taskId, projectId }: MemberNews): Promise<void> => {
    const path = `/projects/${projectId}${taskId === null ? "" : `?task=${taskId}`}`;
    await notifyTeam(notificationDeps(env, tenantId), {
      key: `projects:${key}`,
      about: taskId ?? projectId,
      title,
      body,
      path,
      urgent: false,
      routedTo: {
        userId,
        name: "",
        mode: "only",
        othersAfterMinutes: 0,
        because: "It’s addressed to them.",
        personal: true,
      },
    });
  };
  return [automationConsumer(deps, tell), projectNewsConsumer(deps, tell)];
}
