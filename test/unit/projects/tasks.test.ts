/** Tasks: what is written holds together, whoever writes in the same moment, and can be taken back. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { audit, events } from "../../../src/platform/db/index.ts";
import {
  projectChanges,
  projects,
  statusChanges,
  taskAssignments,
  taskDependencies,
  tasks,
} from "../../../src/projects/tables/projects.ts";
import {
  changeTask,
  changeTasks,
  createProject,
  createTask,
  listChanges,
  listProjects,
  listTasks,
  listWork,
  PROJECT,
  readBaseline,
  readBoard,
  readProject,
  readTask,
  readTimeline,
  recordOf,
  removeTask,
  setBaseline,
  undoChange,
} from "../../../src/projects/index.ts";
import { refused } from "../workspace/harness.ts";
import {
  AGENT,
  DANA,
  freshProjects,
  HARBOR,
  HOUR_MS,
  members,
  projectWorld,
  someProject,
  someTask,
  type World,
} from "./harness.ts";

let deps: World;
let projectId: string;
beforeEach(async () => {
  await freshProjects();
  deps = projectWorld();
  projectId = await someProject(deps);
});

const rowOf = async (id: string) =>
  (await deps.db.find(tasks, eq(tasks.id, id))) ?? expect.fail("it is gone");
const project = async () =>
  (await deps.db.find(projects, eq(projects.id, projectId))) ?? expect.fail("it is gone");

describe("a write", () => {
  it("is the row, its history, the audit and an event, together", async () => {
    const task = await someTask(deps, projectId);
    deps.pass(HOUR_MS);
    const { changeId } = await changeTask(deps, { id: task.id, version: 1, status: "in_progress" }, AGENT);
    expect(await rowOf(task.id)).toMatchObject({ version: 2, status: "in_progress" });
    const change = await deps.db.find(projectChanges, eq(projectChanges.id, changeId));
    expect(change).toMatchObject({
      action: "updated",
      actorKind: "agent",
      runId: "run_1",
      before: { status: "created", startedAt: null },
      after: { status: "in_progress", startedAt: "2026-11-25T13:00:00.000Z" },
    });
    const said = await deps.db.find(audit, eq(audit.subjectId, task.id));
    expect(said?.sentence).toBe("Dana Whitfield created the task “Order shingles”");
    const told = await deps.db.find(events, eq(events.id, `pm:task:${task.id}:2`));
    expect(told).toMatchObject({
      type: "pm.tasks.status_changed",
      payload: { ids: [task.id], projectId, from: "created", to: "in_progress", runId: "run_1" },
    });
    const [, second] = await deps.db
      .rows(statusChanges, eq(statusChanges.taskId, task.id))
      .orderBy(statusChanges.at);
    expect(second).toMatchObject({ fromStatus: "created", toStatus: "in_progress", hours: 1 });
  });

  it("loses to one that came first, and then leaves no trace", async () => {
    const task = await someTask(deps, projectId);
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) =>
        changeTask(deps, { id: task.id, version: 1, title: `Title ${at}` }, DANA),
      ),
    );
    const won = results.filter(({ status }) => status === "fulfilled");
    expect(won).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "changed" });
    expect(await deps.db.rows(projectChanges, eq(projectChanges.entityId, task.id))).toHaveLength(2);
    expect((await rowOf(task.id)).version).toBe(2);
  });

  it("of a client’s id is made once", async () => {
    const wish = { id: "task-1", projectId, title: "Once" };
    const [first, again] = [await createTask(deps, wish, DANA), await createTask(deps, wish, DANA)];
    expect(again.row).toEqual(first.row);
    expect(again.changeId).toBe(first.changeId);
    expect((await project()).tasksTotal).toBe(1);
  });

  it("refuses what is not there, and what is another team’s", async () => {
    const other = projectWorld(HARBOR);
    const theirs = await someProject(other, "Theirs");
    expect(await refused(someTask(deps, theirs))).toMatchObject({ code: "invalid_arguments" });
    expect(await refused(someTask(deps, projectId, { assigneeIds: ["nobody"] }))).toMatchObject({
      code: "invalid_arguments",
    });
    const task = await someTask(deps, projectId);
    expect(await refused(changeTask(other, { id: task.id, version: 1, title: "x" }, DANA))).toMatchObject({
      code: "not_found",
    });
    expect((await listProjects(other.db, {})).items.map(({ name }) => name)).toEqual(["Theirs"]);
  });

  it("keeps the project’s figures", async () => {
    const [one, two] = [await someTask(deps, projectId), await someTask(deps, projectId)];
    await changeTask(deps, { id: one.id, version: 1, status: "completed" }, DANA);
    expect(await project()).toMatchObject({ tasksTotal: 2, tasksDone: 1 });
    await changeTask(deps, { id: two.id, version: 1, status: "cancelled" }, DANA);
    await removeTask(deps, { id: one.id, version: 2 }, DANA);
    expect(await project()).toMatchObject({ tasksTotal: 0, tasksDone: 0 });
  });
});

describe("tasks that wait for others", () => {
  it("never wait in a circle, also where both ends are tied in the same moment", async () => {
    const [a, b, c] = [
      await someTask(deps, projectId),
      await someTask(deps, projectId),
      await someTask(deps, projectId),
    ];
    await changeTask(deps, { id: b.id, version: 1, dependsOn: [a.id] }, DANA);
    const results = await Promise.allSettled([
      changeTask(deps, { id: c.id, version: 1, dependsOn: [b.id] }, DANA),
      changeTask(deps, { id: a.id, version: 1, dependsOn: [c.id] }, DANA),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "conflict" },
    });
    expect(await deps.db.rows(taskDependencies, eq(taskDependencies.projectId, projectId))).toHaveLength(2);
    expect(
      await refused(
        changeTask(deps, { id: c.id, version: (await rowOf(c.id)).version, dependsOn: [c.id] }, DANA),
      ),
    ).toMatchObject({ code: "conflict" });
  });

  it("of one request that tie a circle together are each tried alone", async () => {
    const [a, b] = [await someTask(deps, projectId), await someTask(deps, projectId)];
    const { written, refused: no } = await changeTasks(
      deps,
      [
        { id: a.id, version: 1, patch: { dependsOn: [b.id] } },
        { id: b.id, version: 1, patch: { dependsOn: [a.id] } },
      ],
      DANA,
    );
    expect([written.length, no.length]).toEqual([1, 1]);
  });

  it("say how many they wait for, and their sheet names them", async () => {
    const [a, b] = [await someTask(deps, projectId), await someTask(deps, projectId, { title: "Roof" })];
    await changeTask(deps, { id: b.id, version: 1, dependsOn: [a.id] }, DANA);
    const { items } = await listTasks(deps.db, { projectId });
    expect(items.map(({ id, blockedBy }) => [id, blockedBy])).toEqual([
      [a.id, 0],
      [b.id, 1],
    ]);
    expect((await readTask(deps.db, a.id)).blocks).toEqual([{ id: b.id, title: "Roof", status: "created" }]);
    await changeTask(deps, { id: a.id, version: 1, status: "completed" }, DANA);
    expect((await readTask(deps.db, b.id)).dependsOn).toEqual([
      { id: a.id, title: "Order shingles", status: "completed" },
    ]);
    expect((await listTasks(deps.db, { projectId, status: "created" })).items[0]?.blockedBy).toBe(0);
  });
});

describe("parts of tasks", () => {
  it("have no parts, and their task can’t become one", async () => {
    const top = await someTask(deps, projectId);
    const part = await someTask(deps, projectId, { parentId: top.id });
    const other = await someTask(deps, projectId);
    expect(await refused(someTask(deps, projectId, { parentId: part.id }))).toMatchObject({
      code: "conflict",
    });
    expect(
      await refused(changeTask(deps, { id: top.id, version: 1, parentId: other.id }, DANA)),
    ).toMatchObject({ code: "conflict" });
  });

  it("go and come back with their task", async () => {
    const top = await someTask(deps, projectId);
    const part = await someTask(deps, projectId, { parentId: top.id });
    const changeId = await removeTask(deps, { id: top.id, version: 1 }, DANA);
    expect((await rowOf(part.id)).deletedAt).not.toBeNull();
    expect(await refused(readTask(deps.db, part.id))).toMatchObject({ code: "not_found" });
    await undoChange(deps, changeId, DANA);
    expect((await readTask(deps.db, top.id)).subtasks.map(({ id }) => id)).toEqual([part.id]);
    expect((await project()).tasksTotal).toBe(2);
  });
});

describe("taking back", () => {
  it("puts back what a write changed, and what follows from it", async () => {
    const [userId = ""] = await members(deps);
    const task = await someTask(deps, projectId);
    const { changeId } = await changeTask(
      deps,
      { id: task.id, version: 1, assigneeIds: [userId], status: "completed", title: "Done" },
      DANA,
    );
    expect((await listWork(deps.db, { userId })).items).toEqual([]);
    await undoChange(deps, changeId, DANA);
    expect(await rowOf(task.id)).toMatchObject({
      title: "Order shingles",
      status: "created",
      assigneeIds: [],
      completedAt: null,
    });
    expect(await deps.db.rows(taskAssignments, eq(taskAssignments.taskId, task.id))).toEqual([]);
    expect((await project()).tasksDone).toBe(0);
    const { items } = await listChanges(deps.db, projectId, { entityId: task.id });
    expect(items.find(({ id }) => id === changeId)?.undoneBy).toBe(
      items.find(({ undoOf }) => undoOf === changeId)?.id,
    );
    expect(await refused(undoChange(deps, changeId, DANA))).toMatchObject({ code: "changed" });
  });

  it("refuses what has been written again", async () => {
    const task = await someTask(deps, projectId);
    const { changeId } = await changeTask(deps, { id: task.id, version: 1, title: "One" }, DANA);
    await changeTask(deps, { id: task.id, version: 2, title: "Two" }, DANA);
    expect(await refused(undoChange(deps, changeId, DANA))).toMatchObject({ code: "changed" });
    await changeTask(deps, { id: task.id, version: 3, title: "One" }, DANA);
    await undoChange(deps, changeId, DANA);
    expect((await rowOf(task.id)).title).toBe("Order shingles");
  });
});

describe("lists", () => {
  it("show a member’s open work, the first due on top", async () => {
    const [userId = ""] = await members(deps);
    const due = async (title: string, dueDate: string | null) =>
      someTask(deps, projectId, { title, dueDate, assigneeIds: [userId] });
    await due("someday", null);
    await due("later", "2026-12-24");
    const soon = await due("soon", "2026-11-26");
    const first = await listWork(deps.db, { userId, limit: 2 });
    expect(first.items.map(({ title }) => title)).toEqual(["soon", "later"]);
    expect(
      (await listWork(deps.db, { userId, limit: 2, cursor: first.nextCursor ?? "" })).items.map(
        ({ title }) => title,
      ),
    ).toEqual(["someday"]);
    await changeTask(deps, { id: soon.id, version: 1, status: "completed" }, DANA);
    expect((await listWork(deps.db, { userId })).items.map(({ title }) => title)).toEqual([
      "later",
      "someday",
    ]);
    const team = await listTasks(deps.db, { assigneeId: userId });
    expect(team.items.map(({ title }) => title)).toEqual(["later", "someday"]);
  });

  it("page a board by its columns", async () => {
    for (let at = 0; at < 7; at++) await someTask(deps, projectId, { title: `Task ${at}` });
    const columns = await readBoard(deps.db, await recordOf(deps.db, PROJECT, projectId), { limit: 3 });
    const [created] = columns;
    expect(created).toMatchObject({ status: "created", count: 7 });
    expect(created?.items.map(({ title }) => title)).toEqual(["Task 0", "Task 1", "Task 2"]);
    const rest = await listTasks(deps.db, {
      projectId,
      parentId: "none",
      status: "created",
      cursor: created?.nextCursor ?? "",
    });
    expect(rest.items.map(({ title }) => title)).toEqual(["Task 3", "Task 4", "Task 5", "Task 6"]);
  });

  it("hold a timeline against what was agreed on", async () => {
    const task = await someTask(deps, projectId, { dueDate: "2026-12-01" });
    const { changeId } = await setBaseline(deps, { id: projectId, version: 1 }, DANA);
    await changeTask(deps, { id: task.id, version: 1, dueDate: "2026-12-09" }, DANA);
    const late = await someTask(deps, projectId, { title: "New" });
    const bars = await readTimeline(deps.db, await project(), {});
    expect(bars.items.map(({ id, dueDate, baseline }) => [id, dueDate, baseline])).toEqual([
      [task.id, "2026-12-09", { startDate: null, dueDate: "2026-12-01" }],
      [late.id, null, null],
    ]);
    expect((await readBaseline(deps.db, projectId, {})).items.map(({ taskId }) => taskId)).toEqual([task.id]);
    await undoChange(deps, changeId, DANA);
    expect((await readBaseline(deps.db, projectId, {})).at).toBeNull();
  });

  it("count a project’s tasks by their status, and those that are late", async () => {
    await someTask(deps, projectId, { dueDate: "2026-11-24" });
    await someTask(deps, projectId, { dueDate: "2026-11-25", status: "blocked" });
    const page = await readProject(deps.db, projectId, "2026-11-25");
    expect(page).toMatchObject({
      overdue: 1,
      counts: { created: 1, blocked: 1, completed: 0 },
      tasksTotal: 2,
    });
    expect((await createProject(deps, { name: "Another" }, DANA)).row.status).toBe("active");
  });
});
