/** Agent scorecards: the newest runs of 90 days, compared with what people did. */
import { desc, sql } from "drizzle-orm";
import { projectAgentRuns } from "../tables/project-agents.ts";
import { DAY_MS, isoTime, msOf } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Scorecard } from "../api/project-agent-runs.ts";
import { PROJECT_AGENT_NAMES, type ProjectAgentName } from "../api/project-agents.ts";
import { workOf } from "./agents/index.ts";
import { besideOf, isCompared } from "./beside.ts";
import { scoreOf } from "../calculations/index.ts";
import { modeOf } from "./mode.ts";
import type { ProjectAgentDeps } from "./types.ts";

const WINDOW_DAYS = 90;
const RUNS = 200;
/** Maximum runs compared with what people did. */
const COMPARED = 60;

type Deps = Pick<ProjectAgentDeps, "db" | "clock" | "standing">;

/** All agents that run on a schedule. */
export function listScorecards(deps: Deps): Promise<Scorecard[]> {
  return scorecardsOf(
    deps,
    PROJECT_AGENT_NAMES.filter((name) => workOf(name) !== null),
  );
}

/** Throws `not_found` for a chat-only agent. */
export async function showScorecard(deps: Deps, agent: ProjectAgentName): Promise<Scorecard> {
  const [card] = workOf(agent) === null ? [] : await scorecardsOf(deps, [agent]);
  if (card === undefined)
    throw new AppError("not_found", "This agent can only be used in chat, so it has no scorecard.");
  return card;
}

/** Scorecards of several agents, read together. */
async function scorecardsOf(deps: Deps, agents: readonly ProjectAgentName[]): Promise<Scorecard[]> {
  const nowMs = deps.clock.now();
  const [standings, runs, beside] = await Promise.all([
    Promise.all(agents.map((agent) => deps.standing(agent))),
    readRuns(deps, agents, nowMs),
    readBeside(deps, agents.filter(isCompared), nowMs),
  ]);
  const byAgent = Map.groupBy(runs, ({ agent }) => agent);
  return Promise.all(
    agents.map(async (agent, place) => {
      const standing = standings[place] ?? (await deps.standing(agent));
      const work = workOf(agent);
      const { mode, why } = await modeOf(deps, agent, standing);
      const rows = byAgent.get(agent) ?? [];
      const figures = scoreOf(
        rows.map((row) => ({
          mode: row.mode,
          failed: row.status === "failed",
          decision: row.decidedById === agent ? null : row.decision,
          beside: beside.get(row.id) ?? null,
          atMs: msOf(row.createdAt),
        })),
        {
          mode,
          ceiling: work?.act === undefined && work?.apply === undefined ? "propose" : "execute",
          nowMs,
          isFull: rows.length === RUNS,
        },
      );
      return { agent, title: standing.title, enabled: standing.enabled, mode, modeWhy: why, ...figures };
    }),
  );
}

/** The newest runs of each agent within the window, up to a limit per agent. */
function newestOf({ db }: Deps, agents: readonly ProjectAgentName[], nowMs: number, most: number) {
  const since = isoTime(nowMs - WINDOW_DAYS * DAY_MS);
  // Pending runs, and runs with nothing to report, don't count.
  return sql`${projectAgentRuns.id} in (select id from (
    select id, row_number() over (partition by agent order by created_at desc, id desc) as place from project_agent_runs
    where tenant_id = ${db.tenantId} and agent in (select value from json_each(${JSON.stringify(agents)}))
      and created_at >= ${since} and (mode is not null or status = 'failed') and due_at is null) where place <= ${most})`;
}

function readRuns(deps: Deps, agents: readonly ProjectAgentName[], nowMs: number) {
  const { id, agent, status, mode, decision, decidedById, createdAt } = projectAgentRuns;
  const columns = { id, agent, status, mode, decision, decidedById, createdAt };
  return deps.db
    .pick(columns, projectAgentRuns, newestOf(deps, agents, nowMs, RUNS))
    .orderBy(desc(createdAt), desc(id));
}

async function readBeside(deps: Deps, agents: readonly ProjectAgentName[], nowMs: number) {
  if (agents.length === 0) return besideOf(deps.db, [], nowMs);
  const { id, agent, output, finishedAt } = projectAgentRuns;
  const rows = await deps.db.pick(
    { id, agent, output, finishedAt },
    projectAgentRuns,
    newestOf(deps, agents, nowMs, COMPARED),
  );
  return besideOf(deps.db, rows, nowMs);
}
