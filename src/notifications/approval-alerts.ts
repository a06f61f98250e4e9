/** Push notifications of approvals. */
import type { ApprovalDeps } from "../approvals/index.ts";
import type { Approval } from "../approvals/api/approval.ts";
import { notifyApproval, resolveApprovalNotification } from "./approval-notifications.ts";
import type { NotificationDeps } from "./ports.ts";
import { settleUrgentDrafted } from "./team-news.ts";
import { notifyTeam } from "./team.ts";

export function approvalAlerts(
  deps: NotificationDeps,
): Pick<ApprovalDeps, "notify" | "notifyWriter" | "resolveNotification"> {
  return {
    async notify(approval, occasion, ordinal, onRecorded) {
      await notifyApproval(deps, approval, occasion, ordinal, onRecorded);
      await settleUrgentDrafted(deps, approval);
    },
    notifyWriter: (approval) => notifyWriter(deps, approval),
    resolveNotification: (approval) => resolveApprovalNotification(deps, approval),
  };
}

/** Notifies the author once that their scheduled text was not sent; the draft stays where it was written. */
async function notifyWriter(
  deps: NotificationDeps,
  { id, arguments: { to, text }, target, staleReason, decidedBy }: Approval,
): Promise<void> {
  if (decidedBy === null || typeof to !== "string" || typeof text !== "string") return;
  const why = (staleReason ?? "Things have moved on").replace(/\.$/, "");
  await notifyTeam(deps, {
    key: `not_sent:${id}`,
    about: `approval:${id}`,
    title: `Not sent to ${target}`,
    body: `${why.charAt(0).toUpperCase()}${why.slice(1)}. Your text: “${text}”`,
    path: `/texts/${encodeURIComponent(to)}?again=${encodeURIComponent(id)}`,
    urgent: false,
    routedTo: {
      userId: decidedBy.id,
      name: decidedBy.name,
      mode: "only",
      othersAfterMinutes: 0,
      because: "a text of their own",
      personal: true,
    },
  });
}
