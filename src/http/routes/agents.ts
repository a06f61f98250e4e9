/** The agents as they are defined: what they are told, what they may use here, how far they may go. */
import {
  AGENTS,
  getInstructions,
  instructionsByAgent,
  instructionsHistory,
  modelOf,
  restoreInstructions,
  updateInstructions,
} from "../../agents/index.ts";
import type { Principal } from "../../auth/index.ts";
import { LIMITS } from "../../kernel/limits.ts";
import { getPolicy } from "../../policy/index.ts";
import { accountEndpoints } from "../../protocol/account.ts";
import { agentEndpoints } from "../../protocol/agent.ts";
import { decodeCursor, pageFrom } from "../cursor.ts";
import { serve, type App } from "../serve.ts";

/** Adds them. */
export function agentRoutes(app: App): void {
  serve(app, accountEndpoints.agents, async ({ services, db }) => {
    const [{ policy }, told] = await Promise.all([getPolicy(db), instructionsByAgent(db)]);
    const powers = services.powers(policy);
    const items = AGENTS.map((agent) => ({
      name: agent.name,
      title: agent.title,
      model: modelOf(agent, services.config.models),
      instructions: told[agent.name] ?? agent.instructions,
      tools: powers.filter((power) => agent.tools.includes(power.name)),
      limits: { maxTokens: agent.maxTokens, windowTokens: agent.windowTokens, ...policy.turn },
    }));
    return { items, nextCursor: null };
  });

  serve(app, agentEndpoints.instructions, async ({ db, param }) => getInstructions(db, param("name")));

  serve(app, agentEndpoints.updateInstructions, async ({ services, db, principal, param, body }) =>
    updateInstructions(db, {
      ...body,
      agent: param("name"),
      by: actorOf(principal),
      nowMs: services.clock.now(),
    }),
  );

  serve(app, agentEndpoints.restoreInstructions, async ({ services, db, principal, param, body }) =>
    restoreInstructions(db, {
      ...body,
      agent: param("name"),
      by: actorOf(principal),
      nowMs: services.clock.now(),
    }),
  );

  serve(app, agentEndpoints.instructionsHistory, async ({ db, param, query }) => {
    const limit = query.limit ?? LIMITS.pageSize;
    const before = query.cursor === undefined ? undefined : Number(decodeCursor(query.cursor, 1)[0]);
    const rows = await instructionsHistory(db, param("name"), { before, limit: limit + 1 });
    return pageFrom(
      rows,
      limit,
      (row) => row,
      (row) => [String(row.version)],
    );
  });
}

function actorOf({ user }: Principal) {
  return { kind: "user" as const, id: user.id, name: user.name };
}
