/**
 * Validates references of a write: members, tags, fields, projects, phases. Each function throws AppError
 * `invalid_arguments` if one does not exist.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { byIds, users, type TenantTable } from "../platform/db/index.ts";
import { customFieldDefinitions, tags } from "./tables/projects-more.ts";
import { projectPhases, projects } from "./tables/projects.ts";
import { AppError } from "../kernel/errors.ts";
import type { FieldValues } from "./api/projects-tasks.ts";
import type { ProjectDeps } from "./ports.ts";

type Known = Pick<ProjectDeps, "db" | "fresh">;

/** Must be members now. */
export async function requireMembers(deps: Known, userIds: readonly string[]): Promise<void> {
  await requireAll(deps, users, users.id, userIds, "member of your team", users.removedAt);
}

export async function requireTags(deps: Known, tagIds: readonly string[]): Promise<void> {
  await requireAll(deps, tags, tags.id, tagIds, "tag", tags.deletedAt);
}

export async function requireProject(deps: Known, projectId: string): Promise<void> {
  await requireAll(deps, projects, projects.id, [projectId], "project", projects.deletedAt);
}

/** Must be a phase of this project. */
export async function requirePhase(deps: Known, projectId: string, phaseId: string): Promise<void> {
  if (deps.fresh?.has(phaseId) === true) return;
  const found = await deps.db.find(
    projectPhases,
    and(
      eq(projectPhases.id, phaseId),
      eq(projectPhases.projectId, projectId),
      isNull(projectPhases.deletedAt),
    ) ?? sql`false`,
  );
  if (found === null) throw new AppError("invalid_arguments", "That phase isn’t one of this project.");
}

/** Each value must belong to an existing field and match its type. */
export async function requireFields(deps: Known, projectId: string, values: FieldValues): Promise<void> {
  const ids = Object.keys(values);
  if (ids.length === 0) return;
  const rows = await deps.db.rows(
    customFieldDefinitions,
    byIds(customFieldDefinitions.id, ids, isNull(customFieldDefinitions.deletedAt)),
  );
  for (const [id, value] of Object.entries(values)) {
    const field = rows.find((row) => row.id === id);
    if (field === undefined || (field.projectId !== null && field.projectId !== projectId))
      throw new AppError("invalid_arguments", "That field isn’t one of this project’s.");
    if (!matchesFieldType(field, value))
      throw new AppError("invalid_arguments", `“${field.name}” can’t hold that value.`, {
        details: { fieldId: id },
      });
  }
}

function matchesFieldType(
  { type, options }: typeof customFieldDefinitions.$inferSelect,
  value: FieldValues[string],
): boolean {
  switch (type) {
    case "number":
      return typeof value === "number";
    case "checkbox":
      return typeof value === "boolean";
    case "date":
      return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
    case "select":
      return typeof value === "string" && options.includes(value);
    case "multi_select":
      return Array.isArray(value) && value.every((one) => options.includes(one));
    case "text":
    case "user":
      return typeof value === "string";
  }
}

async function requireAll(
  { db, fresh }: Known,
  table: TenantTable,
  id: SQLiteColumn,
  wanted: readonly string[],
  noun: string,
  goneAt: SQLiteColumn,
): Promise<void> {
  const ids = [...new Set(wanted)].filter((one) => fresh?.has(one) !== true);
  if (ids.length === 0) return;
  const rows = await db.pick({ id }, table, byIds(id, ids, isNull(goneAt)));
  if (rows.length < ids.length) throw new AppError("invalid_arguments", `That ${noun} doesn’t exist.`);
}
