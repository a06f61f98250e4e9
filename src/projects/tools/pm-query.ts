import type { TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Json } from "../../kernel/hash.ts";
import { answerQuery, describeEntities, fieldsOfTasks, problemsOfProjects } from "../index.ts";
import { pmQuerySchema, type PmRows } from "../api/projects-query.ts";
import { cautionOf } from "../../agent/tools/name-like.ts";
import { defineTool, retry } from "../../agent/tools/define-tool.ts";
import type { ProjectServices } from "./index.ts";

const ENTITIES = describeEntities();

/** Answers a query about project records; aggregates are computed in the query. */
export const pmQuery = defineTool({
  name: "pm_query",
  title: "Look through projects",
  done: "Looked through projects",
  description:
    "Queries the team's projects, tasks and what hangs on them. Columns are the entity's, or joined by name (project.name). " +
    "Let it count and add: aggregates with groupBy (dates also as completedAt:week, :month, :day). Filter is a tree of and, or, not and {column, op, value}. " +
    `Entities: ${Object.keys(ENTITIES).join(", ")}. tasks: ${ENTITIES["tasks"] ?? ""}. A wrong name is answered with the right ones.`,
  keywords:
    "project task overdue deadline status assignee workload milestone progress report count hours backlog blocked dependencies goal " +
    "automation rule notification preference reminder mention audit log agent run saved view",
  input: pmQuerySchema,
  effect: "read",
  lists: true,
  egress: "none",
  brings: "facts",
  summarize: ({ entity }) => `Looking through ${entity.replaceAll("_", " ")}`,
  async run(query, { projects, reader }: ProjectServices) {
    try {
      const { rows: plain, more } = await answerQuery(projects.db, query, reader);
      const rows = query.entity === "tasks" ? await withFields(projects.db, plain) : plain;
      const warning = await warningOf(projects.db, query.entity, rows);
      const caution = cautionOf([rows as Json[], warning]);
      const beside = { ...warning, ...(caution === null ? {} : { caution }) };
      return { kind: "list", items: rows as Json[], more, keep: "first", beside, outside: true };
    } catch (error) {
      if (error instanceof AppError && error.code === "invalid_arguments") return retry(error.message);
      throw error;
    }
  },
});

/** Tasks with the team's own fields, such as a vendor, where they are listed by ID. */
async function withFields(db: TenantDb, rows: PmRows["rows"]): Promise<PmRows["rows"]> {
  const ids = rows.flatMap(({ id }) => (typeof id === "string" ? [id] : []));
  const fields = await fieldsOfTasks(db, ids);
  return rows.map((row) => {
    const own = (typeof row["id"] === "string" ? fields.get(row["id"]) : undefined) ?? [];
    return own.length === 0 ? row : { ...row, fields: own.join("; ") };
  });
}

/** Warns about projects in the result whose history was tampered with. */
async function warningOf(
  db: TenantDb,
  entity: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<Readonly<Record<string, Json>>> {
  const ids = rows.flatMap((row) => row[entity === "projects" ? "id" : "projectId"] ?? []);
  const problems = await problemsOfProjects(
    db,
    ids.filter((id) => typeof id === "string"),
  );
  if (problems.length === 0) return {};
  const said = problems.map(({ name, problem }) => `${name}: ${problem}`);
  return { warning: `The history doesn't prove what stands here. ${said.join(" ")} Say so.` };
}
