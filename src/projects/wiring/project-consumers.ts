/** Composition of what acts on events of projects. */
import type { Consumer } from "../../platform/events/index.ts";
import { notifyMember } from "../../notifications/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { automationConsumer, projectNewsConsumer, type MemberNews } from "../index.ts";
import { notificationDeps } from "../../notifications/open.ts";
import { projectDeps } from "../open.ts";

/** Those who act on events of projects: rules of the team's, and news for members. */
export function projectConsumers(ctx: TenantContext): Consumer[] {
  const deps = projectDeps(ctx);
  const tell = async ({ taskId, projectId, ...news }: MemberNews): Promise<void> => {
    const path = `/projects/${projectId}${taskId === null ? "" : `?task=${taskId}`}`;
    const about = taskId ?? projectId;
    await notifyMember(notificationDeps(ctx), {
      ...news,
      about,
      path,
      because: "It’s addressed to them.",
    });
  };
  return [automationConsumer(deps, tell), projectNewsConsumer(deps, tell)];
}
