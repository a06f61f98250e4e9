/** Seed 004:91–95: events start the agents that they concern, with a cool-down and a budget. */
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { events } from "../../../../src/platform/db/index.ts";
import { setBaseline, changeTask } from "../../../../src/projects/index.ts";
import { setSchedule, startAfterChanges } from "../../../../src/projects/agent-work/index.ts";
import { projectAgentRuns } from "../../../../src/projects/tables/project-agents.ts";
import { projects, tasks } from "../../../../src/projects/tables/projects.ts";
import type { ProjectAgentName } from "../../../../src/projects/api/project-agents.ts";
import { DANA, freshProjects, HOUR_MS, projectWorld, someProject, someTask, type World } from "../harness.ts";

let world: World;
let projectId: string;
let seen = 0;

beforeEach(async () => {
  await freshProjects();
  world = projectWorld();
  seen = 0;
  projectId = await someProject(world);
});

const deps = () => ({ db: world.db, clock: world.clock, timeZone: "UTC", newId: () => world.ids.newId() });
const schedule = (agent: ProjectAgentName) => setSchedule(deps(), { projectId, agent, every: "weekly" });

/** What the newest events start. */
async function started(): Promise<string[]> {
  const all = await world.db.rows(events).orderBy(events.seq);
  const fresh = all.slice(seen).filter(({ type }) => type.startsWith("pm.tasks."));
  seen = all.length;
  const before = new Set((await runsByEvent()).map(({ id }) => id));
  await startAfterChanges(deps(), fresh);
  // A repeat after a crash starts nothing more.
  await startAfterChanges(deps(), fresh);
  return (await runsByEvent()).filter(({ id }) => !before.has(id)).map(({ agent }) => agent);
}
const runsByEvent = async () =>
  (await world.db.rows(projectAgentRuns)).filter(({ trigger }) => trigger === "event");

async function move(id: string, status: "blocked" | "completed" | "in_progress"): Promise<void> {
  const row = await world.db.find(tasks, eq(tasks.id, id));
  await changeTask(world, { id, version: row?.version ?? 0, status }, DANA);
}

it("starts who cares, once in six hours, where it has a schedule", async () => {
  const { id } = await someTask(world, projectId);
  await started();
  await move(id, "blocked");
  expect(await started()).toEqual([]);
  await schedule("risk-predictor");
  await schedule("whats-next");
  await move(id, "in_progress");
  await move(id, "blocked");
  expect(await started()).toEqual(["risk-predictor"]);
  await move(id, "in_progress");
  await move(id, "blocked");
  expect(await started()).toEqual([]);
  await move(id, "completed");
  expect(await started()).toEqual(["whats-next"]);
  world.pass(7 * HOUR_MS);
  await move(id, "in_progress");
  await move(id, "blocked");
  expect(await started()).toEqual(["risk-predictor"]);
  const [first] = await runsByEvent();
  expect(Date.parse(first?.dueAt ?? "") - Date.parse(first?.createdAt ?? "")).toBe(300_000);
});

it("starts the scope detector only past the project's line, and nothing for events of long ago", async () => {
  for (const title of ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"])
    await someTask(world, projectId, { title, estimatedHours: 8 });
  await schedule("scope-detector");
  expect(await started()).toEqual([]);
  const [project] = await world.db.rows(projects);
  await setBaseline(world, { id: projectId, version: project?.version ?? 0 }, DANA);
  await someTask(world, projectId, { title: "K", estimatedHours: 8 });
  expect(await started()).toEqual([]);
  await someTask(world, projectId, { title: "L", estimatedHours: 8 });
  await someTask(world, projectId, { title: "M", estimatedHours: 8 });
  const late = seen;
  expect(await started()).toEqual(["scope-detector"]);
  world.pass(30 * HOUR_MS);
  seen = late;
  expect(await started()).toEqual([]);
});

it("starts an agent at most twelve times a day for the team", async () => {
  for (let at = 0; at < 14; at++) {
    projectId = await someProject(world, `Roof ${at}`);
    await schedule("risk-predictor");
    const { id } = await someTask(world, projectId);
    await move(id, "blocked");
    await started();
  }
  expect(await runsByEvent()).toHaveLength(12);
});
