/**
 * Project histories that fail verification (seal.ts): shown on the project's page, to Steward, and to admins
 * by the nightly check.
 */
import { projectPhases, projects } from "./tables/projects.ts";
import { among, byIds, type TenantDb } from "../platform/db/index.ts";
import { findHistoryProblems } from "./seal.ts";

type ProjectRow = typeof projects.$inferSelect;
type PhaseRow = typeof projectPhases.$inferSelect;

/** Maximum projects verified per answer. */
const LOOKED_AT = 20;
/** Maximum phases verified. */
const PHASES = 400;

/** Why the history of a project or of one of its phases fails verification; null if all pass. */
export async function findProjectProblem(
  db: TenantDb,
  project: ProjectRow,
  phases: readonly PhaseRow[],
): Promise<string | null> {
  const [own = null, ...ofPhases] = await findHistoryProblems(db, [project, ...phases]);
  return problemAmong(own, phases, ofPhases);
}

function problemAmong(
  own: string | null,
  phases: readonly PhaseRow[],
  ofPhases: readonly (string | null)[],
): string | null {
  if (own !== null) return own;
  const at = ofPhases.findIndex((problem) => problem !== null);
  return at < 0 ? null : `Phase “${phases[at]?.name ?? ""}”: ${ofPhases[at] ?? ""}`;
}

/** The warning for an agent and its draft if the project's history fails verification; null if it passes. */
export async function brokenHistory(db: TenantDb, projectId: string): Promise<string | null> {
  const [found] = await problemsOfProjects(db, [projectId]);
  return found === undefined
    ? null
    : `The history of “${found.name}” isn’t the one that was written: ${found.problem} Its records may be wrong.`;
}

/** The given projects whose history fails verification, with the reason. */
export async function problemsOfProjects(
  db: TenantDb,
  ids: readonly string[],
): Promise<{ readonly name: string; readonly problem: string }[]> {
  const some = [...new Set(ids)].slice(0, LOOKED_AT);
  if (some.length === 0) return [];
  const rows = await db.rows(projects, byIds(projects.id, some)).limit(LOOKED_AT);
  const phases = await db.rows(projectPhases, among(projectPhases.projectId, some)).limit(PHASES);
  const found = await findHistoryProblems(db, [...rows, ...phases]);
  const byRecord = new Map([...rows, ...phases].map(({ id }, at) => [id, found[at] ?? null]));
  return rows.flatMap((row) => {
    const own = phases.filter(({ projectId }) => projectId === row.id);
    const ofPhases = own.map(({ id }) => byRecord.get(id) ?? null);
    const problem = problemAmong(byRecord.get(row.id) ?? null, own, ofPhases);
    return problem === null ? [] : [{ name: row.name, problem }];
  });
}
