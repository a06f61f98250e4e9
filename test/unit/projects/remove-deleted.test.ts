/** What was deleted long ago is taken out with all that hangs on it; nothing else is touched. */
import { beforeEach, expect, it } from "vitest";
import { comments, formSubmissions, forms } from "../../../src/projects/tables/projects-more.ts";
import {
  projectChanges,
  projects,
  statusChanges,
  taskAssignments,
  tasks,
} from "../../../src/projects/tables/projects.ts";
import {
  addComment,
  createRecord,
  FORM,
  PROJECT,
  removeDeleted,
  removeRecord,
  removeTask,
  submitForm,
  undoChange,
} from "../../../src/projects/index.ts";
import { refused } from "../workspace/harness.ts";
import {
  DANA,
  freshProjects,
  HARBOR,
  HOUR_MS,
  projectWorld,
  someProject,
  someTask,
  type World,
} from "./harness.ts";

const DAY_MS = 24 * HOUR_MS;
let deps: World;
beforeEach(async () => {
  await freshProjects();
  deps = projectWorld();
});

const agoIso = (days: number): string => new Date(deps.clock.now() - days * DAY_MS).toISOString();
const count = async (table: Parameters<World["db"]["rows"]>[0]): Promise<number> =>
  (await deps.db.rows(table)).length;

/** Until nothing more is found. */
async function removeAll(days: number, most = 100): Promise<number> {
  let all = 0;
  for (let removed = -1; removed !== 0; all += removed)
    removed = await removeDeleted(deps.db, agoIso(days), most);
  return all;
}

it("takes out a task, its parts, comments and history once they have been deleted for long enough", async () => {
  const projectId = await someProject(deps);
  const kept = await someTask(deps, projectId, { assigneeIds: ["user_demo_dana"] });
  const gone = await someTask(deps, projectId, { assigneeIds: ["user_demo_dana"] });
  await someTask(deps, projectId, { parentId: gone.id });
  for (const taskId of [kept.id, gone.id])
    await addComment(deps, { projectId, taskId, body: "Looks good" }, DANA);
  const now = (await deps.db.rows(tasks)).find(({ id }) => id === gone.id);
  const changeId = await removeTask(deps, { id: gone.id, version: now?.version ?? 0 }, DANA);
  deps.pass(89 * DAY_MS);
  expect(await removeAll(90)).toBe(0);
  deps.pass(2 * DAY_MS);
  expect(await removeAll(90, 1)).toBe(2);
  expect((await deps.db.rows(tasks)).map(({ id }) => id)).toEqual([kept.id]);
  expect(await count(comments)).toBe(1);
  expect(await count(taskAssignments)).toBe(1);
  expect(await count(statusChanges)).toBe(1);
  const left = (await deps.db.rows(projectChanges)).map(({ entity }) => entity).sort();
  expect(left).toEqual(["comment", "project", "task"]);
  expect(await refused(undoChange(deps, changeId, DANA))).toMatchObject({ code: "not_found" });
});

it("takes out a project only after its tasks, some at a time, and leaves another team’s alone", async () => {
  const projectId = await someProject(deps, "Roof");
  for (let at = 0; at < 5; at++) await someTask(deps, projectId);
  const form = await createRecord(
    deps,
    FORM,
    { projectId, title: "Broken", fields: [{ key: "what", label: "What", type: "text", required: true }] },
    DANA,
  );
  await submitForm(deps, { id: "sub", formId: form.row.id, answers: { what: "The door" } }, DANA);
  const other = await someProject(deps, "Hall");
  await someTask(deps, other);
  const harbor = projectWorld(HARBOR);
  const theirs = await someProject(harbor, "Theirs");
  await removeRecord(harbor, PROJECT, { id: theirs, version: 1 }, DANA);
  const [row] = (await deps.db.rows(projects)).filter(({ id }) => id === projectId);
  await removeRecord(deps, PROJECT, { id: projectId, version: row?.version ?? 0 }, DANA);
  deps.pass(100 * DAY_MS);
  expect(await removeDeleted(deps.db, agoIso(90), 2)).toBe(2);
  expect(await count(projects)).toBe(2);
  await removeAll(90, 2);
  expect((await deps.db.rows(projects)).map(({ id }) => id)).toEqual([other]);
  expect((await deps.db.rows(tasks)).map((task) => task.projectId)).toEqual([other]);
  expect([await count(forms), await count(formSubmissions)]).toEqual([0, 0]);
  expect((await deps.db.rows(projectChanges)).every((change) => change.projectId === other)).toBe(true);
  expect(await harbor.db.rows(projects)).toHaveLength(1);
});
