/** Wires an agent's messages to members about their work. */
import { projectConversation } from "../../approvals/index.ts";
import { ledWords } from "../../agent/tools/reach.ts";
import { notifier } from "../../platform/notify.ts";
import { numbersOnRecord } from "../../notifications/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { ProjectAgentDeps, TellMember } from "../agent-work/index.ts";
import { STEWARD } from "../../agent/api/message.ts";
import { runTool } from "../../agent/wiring/tools.ts";

/**
 * Messages a member: in Slack as a call through the gate, where every hook and rule applies; without Slack,
 * as a notification.
 */
export async function tellMember(
  ctx: TenantContext,
  timeZone: string,
  { runId, projectId, callId, to, text, isLed, path }: TellMember,
): ReturnType<ProjectAgentDeps["tell"]> {
  const conversationId = projectConversation(projectId);
  const call = { id: callId, name: "send_slack_message", input: { to: to.name, text } };
  const answer = await runTool(ctx)(call, {
    tenantId: ctx.tenantId,
    timeZone,
    conversationId,
    conversationTitle: "Project manager",
    runId,
    agent: "ai-pm",
    speaker: STEWARD,
    outside: isLed,
    recentTexts: [],
  });
  const [approval] = answer.approvals;
  if (approval !== undefined) return { disposition: "proposed", approval_id: approval.id };
  if (answer.status === "denied") return { disposition: "noted", approval_id: null };
  if (answer.waitsUntil !== undefined) return { disposition: "held", approval_id: null };
  await notifier(ctx).notifyMember({
    key: `nudge:${callId}`,
    about: conversationId,
    title: "From the project manager",
    body: isLed ? ledWords(text, "records of the project", await numbersOnRecord(ctx.db, text)) : text,
    path,
    userId: to.userId,
    kinds: ["due"],
    because: "It’s about their task",
  });
  return { disposition: "notified", approval_id: null };
}
