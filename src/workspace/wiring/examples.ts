/** Wires style learning from kept examples: implements its ports with the style learner. */
import { styleLearner } from "../agents/style-learner.ts";
import { STYLE_CONVERSATION } from "../../approvals/index.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { learnDue } from "../examples/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { proposingAgent } from "./proposing-agent.ts";

/** Learns from due examples until a deadline. */
export async function learnStyle(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const learner = await proposingAgent(ctx, {
    definition: styleLearner,
    conversationId: STYLE_CONVERSATION,
    trigger: "examples.learn",
    about: "Style in kept examples",
  });
  return learnDue({ ...learner, logger: ctx.log }, untilMs);
}
