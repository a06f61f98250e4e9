/** The agents as they are defined: what they are told, what they may use here, how far they may go. */
import { AGENTS, modelOf } from "../../agents/index.ts";
import { getPolicy } from "../../policy/index.ts";
import { accountEndpoints } from "../../protocol/account.ts";
import { serve, type App } from "../serve.ts";

/** Adds them. */
export function agentRoutes(app: App): void {
  serve(app, accountEndpoints.agents, async ({ services, db }) => {
    const { policy } = await getPolicy(db);
    const powers = services.powers(policy);
    const items = AGENTS.map((agent) => ({
      name: agent.name,
      title: agent.title,
      model: modelOf(agent, services.config.models),
      instructions: agent.instructions,
      tools: powers.filter((power) => agent.tools.includes(power.name)),
      limits: { maxTokens: agent.maxTokens, windowTokens: agent.windowTokens, ...policy.turn },
    }));
    return { items, nextCursor: null };
  });
}
