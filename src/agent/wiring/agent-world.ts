/** Composition of what an agent of a tenant runs with in a conversation: its tools, its prompt, and what every run needs. */
import { loadBounds, loadSnapshot, type AgentWorld } from "../index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { modelToolsOf, offeredTools, offerTo, reachOfTool } from "../tools/agent-tools.ts";
import {
  bringsOutsideText,
  isRead,
  summarizeCall,
  tellsOfPeople,
  toolsBringing,
} from "../tools/summarize.ts";
import { agentServices } from "../services.ts";
import { askWorld } from "./ask-world.ts";
import { runTool } from "./tools.ts";

/** What running an agent in a conversation takes. */
export function agentWorld(ctx: TenantContext): AgentWorld {
  const services = agentServices(ctx);
  let step = ctx.fresh();
  return {
    ...askWorld(ctx),
    ids: ctx.ids,
    reachOf: reachOfTool,
    toolsOf: (agent, { tools }) => modelToolsOf(tools?.[agent] ?? offeredTools(agent)),
    runTool: runTool(ctx, () => step),
    summarize: summarizeCall,
    isRead,
    bringsOutsideText,
    tellsOfPeople,
    recordTools: toolsBringing("records"),
    publicTools: toolsBringing("public"),
    threadOf: (identity, asked) => agentServices(step).threadOf(identity, asked),
    aroundOf: services.aroundOf,
    skillFor: services.skillFor,
    loadSnapshot(agent) {
      step = ctx.fresh();
      return loadSnapshot({
        db: step.db,
        services: agentServices(step),
        clock: ctx.clock,
        offer: (connected) => offerTo(agent, connected),
        tenant: () => ctx.team(),
      });
    },
    // Each step of a run begins with its bounds.
    loadBounds: () => loadBounds((step = ctx.fresh()).db),
    loadDelta: ({ timeZone, loadedAt, memoryEtag = null }, conversationId) =>
      services.news({ timeZone, since: loadedAt, memoryEtag, conversationId }),
  };
}
