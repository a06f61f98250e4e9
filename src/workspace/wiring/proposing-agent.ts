/** Agents that work by themselves on the team’s files and put changes of them before people. */
import { type AgentDefinition } from "../../agent/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { type CurateDeps, curateMemory } from "../upkeep/index.ts";
import { approvalDeps } from "../../approvals/open.ts";
import { askOnce } from "../../agent/wiring/ask-world.ts";
import { resolveCall } from "../../agent/wiring/judge.ts";
import { teamFiles } from "../open.ts";
import { styleLearner } from "../agents/style-learner.ts";
import { STYLE_CONVERSATION, UPKEEP_CONVERSATION as conversationId } from "../../approvals/index.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { learnDue } from "../examples/index.ts";
import { memoryCurator } from "../agents/memory-curator.ts";
import type { Slot } from "../../agent/schedules/index.ts";
import { OUTSIDE_TEXT_RULE } from "../tools/files/provenance.ts";

/** What it is, and where its runs and approvals stand. */
interface Work {
  readonly definition: AgentDefinition;
  readonly conversationId: string;
  readonly trigger: string;
  /** Title of its runs. */
  readonly about: string;
}

/** Its ports, for one team. */
async function proposingAgent(
  ctx: TenantContext,
  { definition, conversationId, trigger, about }: Work,
): Promise<Omit<CurateDeps, "conversationId" | "outsideRule">> {
  const { deps: files, timeZone } = await teamFiles(ctx);
  const agent = definition.name;
  return {
    files,
    timeZone,
    agent,
    async ask({ runId, text, alongside }) {
      const { output } = await askOnce(ctx, {
        runId,
        agent: definition,
        text,
        about,
        conversationId,
        trigger,
        timeZone,
        alongside: (answer) => alongside(answer.output),
      });
      return output;
    },
    approvals: () => approvalDeps(ctx),
    resolveWrite: (args, at) =>
      resolveCall(ctx).resolve("write_file", args, { conversationId, agent, ...at }),
  };
}

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

/** The job's name. Persisted. */
export const UPKEEP_JOB = "memory.upkeep";

/** Folds new lines. Idempotent per slot. Throws if the model is unavailable. */
export async function runUpkeep(ctx: TenantContext, { slotAt }: Slot): Promise<{ summary: string }> {
  const curator = await proposingAgent(ctx, {
    definition: memoryCurator,
    conversationId,
    trigger: UPKEEP_JOB,
    about: "Daily upkeep of the notes",
  });
  return curateMemory({ ...curator, conversationId, outsideRule: OUTSIDE_TEXT_RULE }, slotAt);
}
