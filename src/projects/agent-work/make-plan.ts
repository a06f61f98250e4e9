/**
 * Creates the phases and tasks of an accepted plan, then stores the baseline. IDs are derived from the run,
 * so a repeat after a crash finds what exists.
 */
import { eq } from "drizzle-orm";
import { projects } from "../tables/projects.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { Wbs } from "../api/project-agents.ts";
import { createPhase, createTask, setBaseline, type Writer } from "../index.ts";
import { inPlanOrder, keyOf } from "../calculations/index.ts";
import type { Accepter, Work } from "./types.ts";

/** Returns the IDs of what it created. */
export async function makePlan(
  { deps, run }: Work,
  { phases }: Wbs,
  by: Accepter,
): Promise<readonly string[]> {
  const { db, writing } = deps;
  const writer: Writer = {
    actor: { kind: "agent", id: "wbs-generator", name: "Plan generator" },
    runId: run.id,
  };
  const { projectId } = run;
  const made: string[] = [];
  const phaseIds = new Map<string, string>();
  for (const { name, description, sort_order: place } of phases) {
    const id = await derivedId("phase", db.tenantId, run.id, String(place));
    await createPhase(writing, { id, projectId, name, description }, writer);
    phaseIds.set(name, id);
    made.push(id);
  }
  const ids = new Map<string, string>();
  for (const { title } of phases.flatMap(({ tasks }) => tasks))
    ids.set(keyOf(title), await derivedId("task", db.tenantId, run.id, keyOf(title)));
  // Dependencies come first, because a task can only refer to existing tasks.
  for (const { phase, task } of inPlanOrder(phases)) {
    const id = ids.get(keyOf(task.title)) ?? "";
    const { title, description, priority, estimated_effort: estimatedHours, dependencies } = task;
    const dependsOn = dependencies.flatMap((other) => ids.get(keyOf(other)) ?? []);
    const phaseId = phaseIds.get(phase.name) ?? null;
    await createTask(
      writing,
      { id, projectId, phaseId, title, description, priority, estimatedHours, dependsOn },
      writer,
    );
    made.push(id);
    for (const [at, part] of task.sub_tasks.entries()) {
      const partId = await derivedId("task", db.tenantId, run.id, keyOf(title), String(at));
      await createTask(
        writing,
        {
          id: partId,
          projectId,
          phaseId,
          parentId: id,
          title: part.title,
          estimatedHours: part.estimated_effort,
          priority,
        },
        writer,
      );
      made.push(partId);
    }
  }
  const project = await db.find(projects, eq(projects.id, projectId));
  if (project !== null) {
    const { kind, id, name } = by;
    await setBaseline(
      writing,
      { id: projectId, version: project.version },
      { actor: { kind, id, name }, runId: run.id },
    );
  }
  return made;
}
