/** What somebody should do next, by rules: their own, free before late before far, with the reasons in words. */
import { beforeEach, expect, it } from "vitest";
import { readFinished } from "../../../../src/projects/agent-work/facts.ts";
import { nextUp } from "../../../../src/projects/agent-work/index.ts";
import { addComment, changeTask } from "../../../../src/projects/index.ts";
import {
  DANA,
  freshProjects,
  HARBOR,
  projectWorld,
  someProject,
  someTask,
  START_MS,
  type World,
} from "../harness.ts";

const MARCUS = "user_demo_marcus";
let deps: World;
beforeEach(async () => {
  await freshProjects();
  deps = projectWorld();
});

const from = (world: World) => ({ db: world.db, nowMs: START_MS, timeZone: "America/New_York" });

it("names the first three that can be worked on, and why", async () => {
  const projectId = await someProject(deps);
  const mine = { assigneeIds: [MARCUS] };
  const late = await someTask(deps, projectId, { ...mine, title: "Late", dueDate: "2026-11-23" });
  const first = await someTask(deps, projectId, {
    ...mine,
    title: "First",
    dueDate: "2026-12-01",
    priority: "high",
  });
  await someTask(deps, projectId, { ...mine, title: "Waits", dueDate: "2026-11-20", dependsOn: [first.id] });
  await someTask(deps, projectId, {
    title: "Somebody else’s",
    dueDate: "2026-11-20",
    assigneeIds: [DANA.actor.id],
  });
  await someTask(deps, projectId, { ...mine, title: "Some day" });
  await someTask(deps, projectId, { ...mine, title: "Any day", priority: "low" });
  const { items } = await nextUp(from(deps), MARCUS);
  expect(items.map(({ title }) => title)).toEqual(["Late", "First", "Some day"]);
  expect(items[0]).toMatchObject({ id: late.id, projectName: "Roof of 12 Birch" });
  expect(items[0]?.reasons.join(", ")).toContain("overdue by");
  expect(items[1]?.reasons).toContain("holds up 1 other task");
});

it("leaves out what is done, and what another team has", async () => {
  const projectId = await someProject(deps);
  const task = await someTask(deps, projectId, { assigneeIds: [MARCUS] });
  expect((await nextUp(from(projectWorld(HARBOR)), MARCUS)).items).toEqual([]);
  await changeTask(deps, { id: task.id, version: 1, status: "completed" }, DANA);
  expect((await nextUp(from(deps), MARCUS)).items).toEqual([]);
});

it("what was finished of late is read by its index too", async () => {
  const projectId = await someProject(deps);
  const task = await someTask(deps, projectId, { assigneeIds: [MARCUS] });
  await changeTask(deps, { id: task.id, version: 1, status: "blocked" }, DANA);
  await changeTask(deps, { id: task.id, version: 2, status: "completed" }, DANA);
  await addComment(deps, { projectId, taskId: task.id, body: "Out of stock." }, DANA);
  const { tasks, comments } = await readFinished(from(deps), 30);
  expect(tasks.map(({ id }) => id)).toEqual([task.id]);
  expect(comments.map(({ body }) => body)).toEqual(["Out of stock."]);
});
