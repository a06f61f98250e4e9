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
import { promptNews } from "../../workspace/index.ts";
import { aroundOf } from "../../projects/wiring/around.ts";
import { askWorld } from "./ask-world.ts";
import { skillFor } from "./run-skill.ts";
import { runTool } from "./tools.ts";
import { threadFacts } from "../../messaging/wiring/thread-facts.ts";
import { workspace } from "../../workspace/open.ts";

/** What running an agent in a conversation takes. */
export function agentWorld(ctx: TenantContext): AgentWorld {
  const files = workspace(ctx);
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
    threadOf: (identity, asked) => threadFacts(step)(identity, asked),
    aroundOf: aroundOf(ctx),
    skillFor: (identity, runId) => skillFor(ctx, identity, runId),
    loadSnapshot: (agent) =>
      loadSnapshot({
        db: (step = ctx.fresh()).db,
        files,
        clock: ctx.clock,
        offer: (connected) => offerTo(agent, connected),
        tenant: () => ctx.team(),
      }),
    // Each step of a run begins with its bounds.
    loadBounds: () => loadBounds((step = ctx.fresh()).db),
    loadDelta: ({ timeZone, loadedAt, memoryEtag = null }, conversationId) =>
      promptNews(files, { timeZone, since: loadedAt, memoryEtag, conversationId }),
  };
}
