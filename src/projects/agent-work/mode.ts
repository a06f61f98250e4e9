/**
 * Determines an agent's current mode from the team's settings. Agents that message people start in shadow
 * mode, and the risk predictor stays in it for its first weeks.
 */
import { asc, eq } from "drizzle-orm";
import { projectAgentRuns } from "../tables/project-agents.ts";
import { DAY_MS, msOf } from "../../kernel/clock.ts";
import type { ProjectAgentName } from "../api/project-agents.ts";
import type { AgentStanding } from "../../agent/open.ts";
import type { Mode, ProjectAgentDeps } from "./types.ts";

/** Days after a team's first assessment in which risks are only logged, unless an admin overrides it. */
const SHADOW_DAYS = 21;

/** The mode, and why it differs from the team's policy; null if it does not. */
export async function modeOf(
  { db, clock }: Pick<ProjectAgentDeps, "db" | "clock">,
  agent: ProjectAgentName,
  { mode, isOwnMode }: Pick<AgentStanding, "mode" | "isOwnMode">,
): Promise<{ readonly mode: Mode; readonly why: string | null }> {
  if (agent === "ai-pm" && !isOwnMode && mode === "shadow")
    return {
      mode,
      why: "Practice mode: it notes what it would send, but sends nothing. An admin can promote it on its page.",
    };
  if (agent !== "risk-predictor" || isOwnMode || mode === "shadow") return { mode, why: null };
  const [first] = await db
    .rows(projectAgentRuns, eq(projectAgentRuns.agent, agent))
    .orderBy(asc(projectAgentRuns.createdAt), asc(projectAgentRuns.id))
    .limit(1);
  const since = first === undefined ? clock.now() : msOf(first.createdAt);
  const left = Math.ceil((since + SHADOW_DAYS * DAY_MS - clock.now()) / DAY_MS);
  if (left <= 0) return { mode, why: null };
  const why = `Practice mode for ${left} more ${left === 1 ? "day" : "days"}: it takes notes but reports nothing. An admin can set its autonomy sooner.`;
  return { mode: "shadow", why };
}
