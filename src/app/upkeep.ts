/** Composition of the daily upkeep: the memory curator, the team's files and approvals behind its ports. */
import {
  askAgent,
  instructionsByAgent,
  memoryCurator,
  getAgentSettings,
  withSettings,
} from "../agents/index.ts";
import { UPKEEP_CONVERSATION as conversationId } from "../approvals/index.ts";
import { tenantDb } from "../db/index.ts";
import type { Env } from "../platform/env.ts";
import type { Slot } from "../schedules/index.ts";
import { OUTSIDE_TEXT_RULE } from "../tools/files/provenance.ts";
import { curateMemory } from "../upkeep/index.ts";
import { approvalDeps } from "./approvals.ts";
import { askWorld } from "./ask-world.ts";
import { resolveCall } from "./resolve-call.ts";
import { teamFiles } from "./workspace.ts";

/** The job's name. Persisted. */
export const UPKEEP_JOB = "memory.upkeep";

/** Folds what is new. A repeat of a slot folds nothing twice and proposes nothing twice. Throws where the model cannot be asked. */
export async function runUpkeep(env: Env, tenantId: string, { slotAt }: Slot): Promise<{ summary: string }> {
  const db = tenantDb(env, tenantId);
  const { deps: files, timeZone } = await teamFiles(env, tenantId);
  const agent = memoryCurator.name;
  return curateMemory(
    {
      files,
      timeZone,
      conversationId,
      agent,
      async ask({ runId, text, alongside }) {
        const [told, settings] = await Promise.all([instructionsByAgent(db), getAgentSettings(db, agent)]);
        const instructions = told[agent] ?? memoryCurator.instructions;
        const { output } = await askAgent(askWorld(env, tenantId), {
          runId,
          agent: withSettings({ ...memoryCurator, instructions }, settings),
          text,
          about: "Daily upkeep of the notes",
          conversationId,
          trigger: UPKEEP_JOB,
          startedBy: "system:steward",
          timeZone,
          alongside: (answer) => alongside(answer.output),
        });
        return output;
      },
      approvals: () => approvalDeps(env, tenantId),
      resolveWrite: (args, { toolCallId, rule }) =>
        resolveCall(env, tenantId).resolve("write_file", args, { conversationId, toolCallId, agent, rule }),
      outsideRule: OUTSIDE_TEXT_RULE,
    },
    slotAt,
  );
}
