/** A team's projects over D1's stand-in, with a clock that is moved by hand. */
import { dbFor, users } from "../../../src/platform/db/index.ts";
import { systemIds } from "../../../src/kernel/ids.ts";
import { createProject, createTask, type ProjectDeps, type Writer } from "../../../src/projects/index.ts";
import type { TaskRow } from "../../../src/projects/task-kind.ts";
import type { NewTask } from "../../../src/projects/api/projects-tasks.ts";
import { freshRecords, records } from "../../support/node-d1.ts";

export const ALDER = "tenant_alder";
export const HARBOR = "tenant_harbor";
export const DANA: Writer = { actor: { kind: "user", id: "user_demo_dana", name: "Dana Whitfield" } };
export const AGENT: Writer = { actor: { kind: "agent", id: "ai-pm", name: "AI PM" }, runId: "run_1" };

export const START_MS = Date.parse("2026-11-25T12:00:00.000Z");
export const HOUR_MS = 3600_000;

/** What use cases are given, and how far the clock has gone. */
export interface World extends ProjectDeps {
  pass(ms: number): void;
}

/** Empties everything: to be called before each test. */
export async function freshProjects(): Promise<void> {
  await freshRecords();
}

/** A team's projects. */
export function projectWorld(tenantId: string = ALDER): World {
  let nowMs = START_MS;
  return {
    db: dbFor(records, tenantId),
    clock: { now: () => nowMs },
    ids: systemIds,
    announce: () => Promise.resolve(),
    pass(ms) {
      nowMs += ms;
    },
  };
}

/** A project's id. */
export async function someProject(deps: ProjectDeps, name = "Roof of 12 Birch"): Promise<string> {
  return (await createProject(deps, { name }, DANA)).row.id;
}

/** A new task of a project. */
export async function someTask(
  deps: ProjectDeps,
  projectId: string,
  more: Partial<NewTask> = {},
): Promise<TaskRow> {
  return (await createTask(deps, { projectId, title: "Order shingles", ...more }, DANA)).row;
}

/** Ids of members. */
export async function members(deps: ProjectDeps): Promise<string[]> {
  return (await deps.db.rows(users)).map(({ id }) => id);
}
