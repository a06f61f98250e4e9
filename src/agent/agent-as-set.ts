/** An agent with the instructions, the model and the limits that a team set for it. Whether it is turned off is admission's question. */
import type { TenantDb } from "../platform/db/index.ts";
import type { AgentDefinition } from "./define-agent.ts";
import { instructionsOf } from "./instructions.ts";
import { getAgentSettings, withSettings } from "./settings.ts";

/** Reads it, as it is now. */
export async function agentAsSet(db: TenantDb, agent: AgentDefinition): Promise<AgentDefinition> {
  const [instructions, settings] = await Promise.all([
    instructionsOf(db, agent),
    getAgentSettings(db, agent.name),
  ]);
  return withSettings({ ...agent, instructions }, settings);
}
