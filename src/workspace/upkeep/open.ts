/** Composition of the daily upkeep: implements its ports with the memory curator. */
import { memoryCurator } from "../agents/memory-curator.ts";
import { UPKEEP_CONVERSATION as conversationId } from "../../approvals/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { Slot } from "../../agent/schedules/index.ts";
import { OUTSIDE_TEXT_RULE } from "../tools/files/provenance.ts";
import { curateMemory } from "./index.ts";
import { proposingAgent } from "../wiring/proposing-agent.ts";

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
