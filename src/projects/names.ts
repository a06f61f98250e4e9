/** Readable names for the IDs in changes. */
import { byIds, users, type TenantDb } from "../platform/db/index.ts";
import { projectPhases, projects, tasks } from "./tables/projects.ts";
import { tags } from "./tables/projects-more.ts";
import type { Described } from "./mutate.ts";
import type { Plan } from "./record-kind.ts";

/**
 * Names by ID of the members, projects, phases, tasks and tags in changes, including records of the same
 * bundle.
 */
export async function namesOf(
  db: TenantDb,
  described: readonly Described[],
  plans: readonly Plan[],
): Promise<ReadonlyMap<string, string>> {
  const said = described.flatMap(({ fields }) => fields.flatMap(({ value }) => [value].flat()));
  const projectIds = plans.flatMap(({ projectId }) => (projectId === null ? [] : [projectId]));
  const ids = [
    ...new Set([...said, ...projectIds].filter((one) => typeof one === "string" && /^\S{8,200}$/.test(one))),
  ] as string[];
  const made = described.map(({ id, label }) => [id, label] as const);
  return new Map([...made, ...(await namesById(db, ids))]);
}

/** Names of members, projects, phases, tasks and tags, by ID. */
export async function namesById(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all([
    db.pick({ id: users.id, name: users.name }, users, byIds(users.id, ids)),
    db.pick({ id: projects.id, name: projects.name }, projects, byIds(projects.id, ids)),
    db.pick({ id: projectPhases.id, name: projectPhases.name }, projectPhases, byIds(projectPhases.id, ids)),
    db.pick({ id: tasks.id, name: tasks.title }, tasks, byIds(tasks.id, ids)),
    db.pick({ id: tags.id, name: tags.name }, tags, byIds(tags.id, ids)),
  ]);
  return new Map(found.flat().map(({ id, name }) => [id, name] as const));
}
