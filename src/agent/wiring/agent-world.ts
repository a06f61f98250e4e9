/** Composes the dependencies of an agent in a conversation: its tools, its prompt, and those of every run. */
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

export function agentWorld(ctx: TenantContext): AgentWorld {
  const services = agentServices(ctx);
  let step = ctx.fresh();
  return {
    ...askWorld(ctx, () => step),
    ids: ctx.ids,
    reachOf: reachOfTool,
    toolsOf: (agent, { tools }) => modelToolsOf(tools?.[agent] ?? offeredTools(agent)),
    runTool: runTool(ctx, () => step),
    summarize: summarizeCall,
    isRead,
    bringsOutsideText,
    tellsOfPeople,
    recordTools: toolsBringing("records"),
    factTools: toolsBringing("facts"),
    publicTools: toolsBringing("public"),
    threadOf: (identity, asked) => agentServices(step).threadOf(identity, asked),
    aroundOf: services.aroundOf,
    skillFor: services.skillFor,
    readPicture: (ref) => agentServices(step).readPicture(ref),
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
    // Limits are reloaded at the start of each step.
    loadBounds: () => loadBounds((step = ctx.fresh()).db),
    loadDelta: ({ timeZone, loadedAt, memoryEtag = null }, conversationId) =>
      services.news({ timeZone, since: loadedAt, memoryEtag, conversationId }),
  };
}
