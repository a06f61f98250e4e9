/** Composition of what an agent of a tenant runs with in a conversation: its tools, its prompt, and what every run needs. */
import { loadBounds, loadSnapshot, type AgentWorld } from "../index.ts";
import { deploymentDb, forOnePiece, tenantDb } from "../../platform/db/index.ts";
import { systemClock as clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { systemIds as ids } from "../../kernel/ids.ts";
import type { Env } from "../../platform/env.ts";
import { modelToolsOf, offeredTools, offerTo, reachOfTool } from "../tools/agent-tools.ts";
import {
  bringsOutsideText,
  isRead,
  PUBLIC_TOOLS,
  RECORD_TOOLS,
  summarizeCall,
  tellsOfPeople,
} from "../tools/summarize.ts";
import { promptNews } from "../../workspace/index.ts";
import { aroundOf } from "../../projects/wiring/around.ts";
import { askWorld } from "./ask-world.ts";
import { skillFor } from "./run-skill.ts";
import { runTool } from "./tools.ts";
import { threadFacts } from "../../messaging/wiring/thread-facts.ts";
import { workspace } from "../../workspace/open.ts";

/** What running an agent in a conversation takes. */
export function agentWorld(env: Env, tenantId: string): AgentWorld {
  const files = workspace(env, tenantId);
  let step = forOnePiece(env);
  return {
    ...askWorld(env, tenantId),
    ids,
    reachOf: reachOfTool,
    toolsOf: (agent, { tools }) => modelToolsOf(tools?.[agent] ?? offeredTools(agent)),
    runTool: runTool(env, tenantId, () => step),
    summarize: summarizeCall,
    isRead,
    bringsOutsideText,
    tellsOfPeople,
    recordTools: RECORD_TOOLS,
    publicTools: PUBLIC_TOOLS,
    threadOf: (identity, asked) => threadFacts(step, tenantId)(identity, asked),
    aroundOf: aroundOf(env, tenantId),
    skillFor: (identity, runId) => skillFor(env, tenantId, identity, runId),
    loadSnapshot: (agent) =>
      loadSnapshot({
        db: tenantDb((step = forOnePiece(env)), tenantId),
        files,
        clock,
        offer: (connected) => offerTo(agent, connected),
        tenant: () => tenantOf(env, tenantId),
      }),
    // Each step of a run begins with its bounds.
    loadBounds: () => loadBounds(tenantDb((step = forOnePiece(env)), tenantId)),
    loadDelta: ({ timeZone, loadedAt, memoryEtag = null }, conversationId) =>
      promptNews(files, { timeZone, since: loadedAt, memoryEtag, conversationId }),
  };
}

async function tenantOf(env: Env, tenantId: string) {
  const tenant = await deploymentDb(env).findTenant(tenantId);
  if (tenant === null) throw new AppError("not_found", "That team doesn't exist.");
  return tenant;
}
