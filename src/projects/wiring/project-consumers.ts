/** Composition of what acts on events of projects. */
import type { Consumer } from "../../platform/events/index.ts";
import { notifyMember } from "../../notifications/index.ts";
import type { Env } from "../../platform/env.ts";
import { automationConsumer, projectNewsConsumer, type MemberNews } from "../index.ts";
import { notificationDeps } from "../../notifications/open.ts";
import { projectDeps } from "../open.ts";

/** Those who act on events of projects: rules of the team's, and news for members. */
export function projectConsumers(env: Env, tenantId: string): Consumer[] {
  const deps = projectDeps(env, tenantId);
  const tell = async ({ taskId, projectId, ...news }: MemberNews): Promise<void> => {
    const path = `/projects/${projectId}${taskId === null ? "" : `?task=${taskId}`}`;
    const about = taskId ?? projectId;
    await notifyMember(notificationDeps(env, tenantId), {
      ...news,
      about,
      path,
      because: "It’s addressed to them.",
    });
  };
  return [automationConsumer(deps, tell), projectNewsConsumer(deps, tell)];
}
