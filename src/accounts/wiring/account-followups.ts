/** Composition of the morning's follow-ups: each draft goes through the gate as a call of the agent's. */
import { draftMorning, FOLLOWUPS_JOB } from "../index.ts";
import { followupAgent } from "../agents/followup-agent.ts";
import { ACCOUNTS_CONVERSATION as conversationId } from "../../approvals/index.ts";
import { deploymentDb, tenantDb } from "../../platform/db/index.ts";
import { systemClock as clock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import type { Env } from "../../platform/env.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import { STEWARD } from "../../agent/api/message.ts";
import type { Slot } from "../../agent/schedules/index.ts";
import { dayOf } from "../../agent/usage/index.ts";
import { askForFollowup } from "./ask-for-followup.ts";
import { openFiles } from "../../workspace/open-files.ts";
import { runTool } from "../../agent/wiring/tools.ts";
import { zoneOf } from "../../platform/wiring/zone.ts";

/** A slot's work is given up after four minutes (src/agent/schedules/work.ts). */
const WORK_MS = 3 * 60_000;

/** Drafts them. */
export async function runFollowups(
  env: Env,
  tenantId: string,
  { slotAt }: Slot,
): Promise<{ summary: string }> {
  const [timeZone, team] = await Promise.all([zoneOf(env, tenantId), deploymentDb(env).findTenant(tenantId)]);
  const { policy } = await getPolicy(tenantDb(env, tenantId));
  const gate = runTool(env, tenantId);
  const turnId = `${FOLLOWUPS_JOB}:${slotAt}`;
  const scope = {
    tenantId,
    timeZone,
    conversationId,
    conversationTitle: "Morning follow-ups",
    turnId,
    agent: followupAgent.name,
    speaker: STEWARD,
    outside: true,
    recentTexts: [],
  };
  return draftMorning(
    {
      files: openFiles(env, tenantId),
      rules: policy.accountStages,
      team: team?.name ?? "",
      atMost: policy.morningDrafts,
      newId: () => systemIds.newId(),
      draft: (runId, task) => askForFollowup(env, tenantId, { runId, task, timeZone }),
      async propose({ runId, callId }, input) {
        const call = { id: callId, name: "execute_followup", input };
        const { approvals } = await gate(call, { ...scope, runId });
        return approvals.length > 0;
      },
    },
    { day: dayOf(Date.parse(slotAt), timeZone), turnId, untilMs: clock.now() + WORK_MS },
  );
}
