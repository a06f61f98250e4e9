/** Every kind of background work, by feature. A new kind is an entry of its feature's `work.ts` and its work in `src/features/work.ts`. */
import { accountsWork } from "../accounts/work.ts";
import { agentWork } from "../agent/work.ts";
import { approvalsWork } from "../approvals/work.ts";
import { knowledgeWork } from "../knowledge/work.ts";
import { messagingWork } from "../messaging/work.ts";
import { notificationsWork } from "../notifications/work.ts";
import { projectsWork } from "../projects/work.ts";
import { teamWork } from "../team/work.ts";
import { workspaceWork } from "../workspace/work.ts";
import { eventWork } from "../platform/events/work.ts";
import { installWork } from "../platform/work/kinds.ts";

/** The kinds by their names, in the order of the page about them. */
export const WORK_KINDS = {
  ...messagingWork,
  ...notificationsWork,
  ...approvalsWork,
  ...eventWork,
  ...agentWork,
  ...accountsWork,
  ...projectsWork,
  ...knowledgeWork,
  ...workspaceWork,
  ...teamWork,
} as const;

installWork(WORK_KINDS);

declare module "../platform/work/kinds.ts" {
  interface WorkNames extends Record<keyof typeof WORK_KINDS, true> {}
}
