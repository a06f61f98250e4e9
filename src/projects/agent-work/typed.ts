/**
 * The kind of work of finished tasks. A task without one is put to a low-cost model once; the answer is kept
 * in the task, where people can change it.
 */
import { and, eq, isNull, sql } from "drizzle-orm";
import { tasks } from "../tables/projects.ts";
import type { ProjectFacts } from "./facts.ts";
import { toOneLine } from "./lines.ts";
import type { ProjectAgentDeps } from "./types.ts";

/** Tasks of one question, and questions of one run. */
const AT_ONCE = 60;
const QUESTIONS = 3;
const KNOWN = 60;
const TYPE_CHARS = 40;

/** The facts with the kinds of work that were missing. Only tasks with hours to compare are asked about. */
export async function withTypes(
  { db, typeTasks }: Pick<ProjectAgentDeps, "db" | "typeTasks">,
  runId: string,
  facts: ProjectFacts,
): Promise<ProjectFacts> {
  const open = facts.tasks
    .filter(({ type, estimatedHours, actualHours }) => type === null && !!estimatedHours && !!actualHours)
    .slice(0, AT_ONCE * QUESTIONS);
  const found = new Map<string, string>();
  for (let at = 0; at < open.length; at += AT_ONCE) {
    const some = open.slice(at, at + AT_ONCE);
    const known = new Set([...facts.tasks.map(({ type }) => type ?? ""), ...found.values()]);
    known.delete("");
    const answer = await typeTasks({
      runId,
      titles: some.map(({ title }) => toOneLine(title, 100)),
      known: [...known].slice(0, KNOWN),
    });
    if (answer === null) break;
    const types = new Map(answer.map(({ task, type }) => [task, type.toLowerCase()]));
    // An empty type says that the model knew none, so that it isn't asked again.
    const typed = some.map(
      ({ id }, index) => [id, (types.get(index + 1) ?? "").slice(0, TYPE_CHARS)] as const,
    );
    await db.batch(
      typed.map(([id, type]) =>
        db.update(tasks, { type }, and(eq(tasks.id, id), isNull(tasks.type)) ?? sql`0`),
      ),
    );
    for (const [id, type] of typed) found.set(id, type);
  }
  if (found.size === 0) return facts;
  return {
    ...facts,
    tasks: facts.tasks.map((task) => ({ ...task, type: task.type ?? found.get(task.id) ?? null })),
  };
}
