/** Composition of what follows from kept examples: the style learner, the team's files and approvals behind its ports. */
import {
  askAgent,
  getAgentSettings,
  instructionsByAgent,
  styleLearner,
  withSettings,
} from "../agents/index.ts";
import { STYLE_CONVERSATION as conversationId } from "../approvals/index.ts";
import type { Task, WorkResult } from "../clock/index.ts";
import { tenantDb } from "../db/index.ts";
import { learnDue } from "../examples/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { approvalDeps } from "./approvals.ts";
import { askWorld } from "./ask-world.ts";
import { resolveCall } from "./resolve-call.ts";
import { teamFiles } from "./workspace.ts";

/** Learns from what is due until a time. */
export async function learnStyle(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  const db = tenantDb(env, tenantId);
  const { deps: files, timeZone } = await teamFiles(env, tenantId);
  const agent = styleLearner.name;
  return learnDue(
    {
      files,
      logger: systemLogger,
      agent,
      async ask({ runId, text, alongside }) {
        const [told, settings] = await Promise.all([instructionsByAgent(db), getAgentSettings(db, agent)]);
        const instructions = told[agent] ?? styleLearner.instructions;
        const { output } = await askAgent(askWorld(env, tenantId), {
          runId,
          agent: withSettings({ ...styleLearner, instructions }, settings),
          text,
          about: "Style in kept examples",
          conversationId,
          trigger: "examples.learn",
          startedBy: "system:steward",
          timeZone,
          alongside: (answer) => alongside(answer.output),
        });
        return output;
      },
      approvals: () => approvalDeps(env, tenantId),
      resolveWrite: (args, { toolCallId, rule }) =>
        resolveCall(env, tenantId).resolve("write_file", args, { conversationId, toolCallId, agent, rule }),
    },
    untilMs,
  );
}
