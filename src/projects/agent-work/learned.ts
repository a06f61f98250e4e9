/** The learning agent's newest output, for plans and risk assessments. */
import { and, desc, eq } from "drizzle-orm";
import { projectAgentRuns } from "../tables/project-agents.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { learningSchema, type Learning } from "../api/project-agents.ts";
import { toOneLine } from "./lines.ts";

/** Kinds of work with fewer samples are ignored. */
const FEWEST_SAMPLES = 2;

/** The newest output that was not dismissed; null if there is none. */
export async function lastLearned(db: TenantDb): Promise<Learning | null> {
  const rows = await db
    .rows(
      projectAgentRuns,
      and(eq(projectAgentRuns.agent, "learning-agent"), eq(projectAgentRuns.projectId, "")),
    )
    .orderBy(desc(projectAgentRuns.createdAt), desc(projectAgentRuns.id))
    .limit(5);
  const last = rows.find(({ status, decision }) => status === "done" && decision !== "dismissed");
  const parsed = learningSchema.safeParse(last?.output);
  return parsed.success ? parsed.data : null;
}

export function calibrationLines({ estimation_calibration: kinds }: Learning): string[] {
  return kinds
    .filter(({ sample_size: samples }) => samples >= FEWEST_SAMPLES)
    .slice(0, 20)
    .map(
      ({ task_type: type, calibration_factor: factor, avg_actual: took, sample_size: samples }) =>
        `Work of the kind “${toOneLine(type, 40)}” takes ${took} h on average, ${factor} times its estimate (${samples} samples).`,
    );
}

/** Its patterns and factors as lines; empty if nothing was learned. */
export function learnedLines(learned: Learning | null): string[] {
  if (learned === null) return [];
  const patterns = learned.risk_patterns
    .slice(0, 5)
    .map(
      ({ pattern, frequency, typical_impact_days: days }) =>
        `Learned from earlier projects: ${toOneLine(pattern, 200)} (${frequency} times, about ${days} days each).`,
    );
  return [...patterns, ...calibrationLines(learned).slice(0, 5)];
}
