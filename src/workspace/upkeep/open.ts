/** Composition of the daily upkeep: the memory curator behind its ports. */
import { memoryCurator } from "../agents/memory-curator.ts";
import { UPKEEP_CONVERSATION as conversationId } from "../../approvals/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { Slot } from "../../agent/schedules/index.ts";
import { OUTSIDE_TEXT_RULE } from "../tools/files/provenance.ts";
import { curateMemory } from "./index.ts";
import { proposingAgent } from "../../approvals/wiring/proposing-agent.ts";

/** The job's name. Persisted. */
export const UPKEEP_JOB = "memory.upkeep";

/** Folds what is new. A repeat of a slot folds nothing twice and proposes nothing twice. Throws where the model cannot be asked. */
export async function runUpkeep(ctx: TenantContext, { slotAt }: Slot): Promise<{ summary: string }> {
  const curator = await proposingAgent(ctx, {
    definition: memoryCurator,
    conversationId,
    trigger: UPKEEP_JOB,
    about: "Daily upkeep of the notes",
  });
  return curateMemory({ ...curator, conversationId, outsideRule: OUTSIDE_TEXT_RULE }, slotAt);
}
