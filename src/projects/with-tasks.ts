/** A project with its first tasks, for readers that need one query. */
import type { TenantDb } from "../platform/db/index.ts";
import type { ProjectPage } from "./api/projects.ts";
import { readProject } from "./projects.ts";
import { listTasks, type TaskPage } from "./task-list.ts";

const FIRST = 100;

/** By due date. `today` is the day in the team's time zone. Throws AppError `not_found`. */
export async function readProjectWithTasks(
  db: TenantDb,
  id: string,
  today: string,
): Promise<ProjectPage & { readonly tasks: TaskPage["items"]; readonly hasMoreTasks: boolean }> {
  const project = await readProject(db, id, today);
  const { items, nextCursor } = await listTasks(db, { projectId: id, sort: "due", limit: FIRST });
  return { ...project, tasks: items, hasMoreTasks: nextCursor !== null };
}
