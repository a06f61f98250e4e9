/** Lists earned autonomy for its settings page. */
import { desc } from "drizzle-orm";
import { earnedTallies } from "../tables/approvals.ts";
import { getPolicy } from "../policy/index.ts";
import type { Policy } from "../../team/api/policy.ts";
import type { EarnedRow } from "../api/earned.ts";
import { figuresOf } from "./arithmetic.ts";
import { heldBack, idsIn } from "./consider.ts";
import type { EarnedDeps, TallyRow } from "./ports.ts";

/** More than the combinations of agents and tools. */
const MOST = 200;

/** Most recently decided first. */
export async function listEarned(
  deps: Pick<EarnedDeps, "db" | "autonomy" | "tool" | "agentTitle">,
): Promise<EarnedRow[]> {
  const [{ policy }, rows] = await Promise.all([
    getPolicy(deps.db),
    deps.db.rows(earnedTallies).orderBy(desc(earnedTallies.lastAt)).limit(MOST),
  ]);
  const autonomies = new Map<string, ReturnType<EarnedDeps["autonomy"]>>();
  const autonomy = (agent: string) => {
    const known = autonomies.get(agent) ?? deps.autonomy(agent);
    autonomies.set(agent, known);
    return known;
  };
  return Promise.all(rows.map((row) => rowOf({ ...deps, autonomy }, row, policy)));
}

async function rowOf(
  deps: Pick<EarnedDeps, "autonomy" | "tool" | "agentTitle">,
  row: TallyRow,
  policy: Policy,
): Promise<EarnedRow> {
  const { id, agent, tool, recipients, state, stateAt, because, approvalId } = row;
  const { unchanged, decided } = figuresOf(row.samples);
  return {
    id,
    agent,
    agentTitle: deps.agentTitle(agent),
    tool,
    toolTitle: deps.tool(tool).title,
    recipients,
    ...figuresOf(row.recent),
    since: row.firstAt,
    state,
    stateAt,
    because,
    heldBack: await heldBack(deps, policy, row),
    restsFor: Math.max(0, row.restsUntil - row.decided),
    approvalId,
    samples: { unchanged, decided },
    examples: idsIn(row.examples),
  };
}
