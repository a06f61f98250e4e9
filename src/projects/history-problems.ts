/** Where a history of projects isn't the one that was written (seal.ts): told on a project's page, to Steward, and to admins by the nightly check. */
import { eq } from "drizzle-orm";
import { projectPhases, projects } from "./tables/projects.ts";
import { byIds, type TenantDb } from "../platform/db/index.ts";
import { findHistoryProblem } from "./seal.ts";

type ProjectRow = typeof projects.$inferSelect;
type PhaseRow = typeof projectPhases.$inferSelect;

/** Projects whose histories are looked through for one answer. */
const LOOKED_AT = 20;

/** What is wrong with the history of a project or of one of its phases, in words; null where nothing is. */
export async function findProjectProblem(
  db: TenantDb,
  project: ProjectRow,
  phases: readonly PhaseRow[],
): Promise<string | null> {
  const [own, ...ofPhases] = await Promise.all(
    [project, ...phases].map((row) => findHistoryProblem(db, row)),
  );
  if (own !== null && own !== undefined) return own;
  const at = ofPhases.findIndex((problem) => problem !== null);
  return at < 0 ? null : `Phase “${phases[at]?.name ?? ""}”: ${ofPhases[at] ?? ""}`;
}

/** The projects, of those with these ids, whose history has a problem, and which. */
export async function problemsOfProjects(
  db: TenantDb,
  ids: readonly string[],
): Promise<{ readonly name: string; readonly problem: string }[]> {
  const some = [...new Set(ids)].slice(0, LOOKED_AT);
  if (some.length === 0) return [];
  const rows = await db.rows(projects, byIds(projects.id, some)).limit(LOOKED_AT);
  const found = await Promise.all(
    rows.map(async (row) => {
      const phases = await db.rows(projectPhases, eq(projectPhases.projectId, row.id)).limit(LOOKED_AT);
      const problem = await findProjectProblem(db, row, phases);
      return problem === null ? [] : [{ name: row.name, problem }];
    }),
  );
  return found.flat();
}
