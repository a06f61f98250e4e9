/** What hangs on projects and tasks, and bundles of changes: all of one or none. */
import { eq, isNull } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { baselineTasks, projects, tasks } from "../../../src/projects/tables/projects.ts";
import { forms, projectDocuments } from "../../../src/projects/tables/projects-more.ts";
import { workspaceFiles } from "../../../src/workspace/tables/workspace.ts";
import {
  addComment,
  applyOperations,
  AUTOMATION,
  changeRecord,
  CHECKLIST_ITEM,
  createChecklistItem,
  createDocument,
  createRecord,
  CUSTOM_FIELD,
  FORM,
  GOAL,
  isWritten,
  LISTS,
  publishEvent,
  describeEvents,
  queryEvents,
  readTask,
  removeRecord,
  submitForm,
  TAG,
  undoBundle,
  undoChange,
  VIEW,
  writeOnlyDocument,
} from "../../../src/projects/index.ts";
import { changeTask } from "../../../src/projects/tasks.ts";
import { history } from "../../../src/workspace/index.ts";
import { files, freshFiles, refused } from "../workspace/harness.ts";
import { AGENT, DANA, members, projectWorld, someProject, someTask, type World } from "./harness.ts";

let deps: World;
let projectId: string;
beforeEach(async () => {
  await freshFiles();
  deps = projectWorld();
  projectId = await someProject(deps);
});

const rowOf = async (id: string) =>
  (await deps.db.find(tasks, eq(tasks.id, id))) ?? expect.fail("it is gone");

describe("records of a task", () => {
  it("move its figures, and back", async () => {
    const task = await someTask(deps, projectId);
    const [userId = ""] = await members(deps);
    const said = await addComment(
      deps,
      { projectId, taskId: task.id, body: "Looks dry.", mentions: [userId] },
      AGENT,
    );
    const item = await createChecklistItem(deps, { taskId: task.id, title: "Photo" }, DANA);
    await changeRecord(deps, CHECKLIST_ITEM, { id: item.row.id, version: 1, done: true }, DANA);
    expect(await rowOf(task.id)).toMatchObject({
      version: 1,
      commentCount: 1,
      checklistTotal: 1,
      checklistDone: 1,
    });
    const sheet = await readTask(deps.db, task.id);
    expect(sheet.comments[0]).toMatchObject({
      body: "Looks dry.",
      author: { kind: "agent" },
      runId: "run_1",
      mentions: [userId],
    });
    await undoChange(deps, said.changeId, DANA);
    await removeRecord(deps, CHECKLIST_ITEM, { id: item.row.id, version: 2 }, DANA);
    expect(await rowOf(task.id)).toMatchObject({ commentCount: 0, checklistTotal: 0, checklistDone: 0 });
  });

  it("have values only as their field wants them", async () => {
    const field = await createRecord(
      deps,
      CUSTOM_FIELD,
      { name: "Unit", type: "select", options: ["1A", "2B"] },
      DANA,
    );
    const task = await someTask(deps, projectId, { fields: { [field.row.id]: "1A" } });
    expect(
      await refused(changeTask(deps, { id: task.id, version: 1, fields: { [field.row.id]: "9Z" } }, DANA)),
    ).toMatchObject({ code: "invalid_arguments" });
  });
});

describe("records of a team", () => {
  it("are listed, each by its own rules", async () => {
    const task = await someTask(deps, projectId, { status: "completed" });
    const open = await someTask(deps, projectId);
    await createRecord(deps, TAG, { name: "urgent" }, DANA);
    expect(await refused(createRecord(deps, TAG, { name: "urgent" }, DANA))).toMatchObject({
      code: "conflict",
    });
    await createRecord(
      deps,
      GOAL,
      { title: "Dry by spring", measure: "tasks", taskIds: [task.id, open.id] },
      DANA,
    );
    expect((await LISTS.goals(deps.db, {})).items[0]).toMatchObject({ target: 2, current: 1, unit: "tasks" });
    const settings = { layout: "list", filter: {}, sort: null, group: null, columns: [] };
    await createRecord(deps, VIEW, { name: "Mine", settings }, DANA);
    const other = { actor: { kind: "user", id: "user_other", name: "Other" } } as const;
    const shared = await createRecord(deps, VIEW, { name: "Ours", settings, shared: true }, other);
    expect(shared.row.ownerId).toBe("user_other");
    const names = (await LISTS.views(deps.db, { userId: DANA.actor.id })).items.map(({ name }) => name);
    expect(names).toEqual(["Mine", "Ours"]);
    expect((await LISTS.tags(deps.db, {})).items.map(({ name }) => name)).toEqual(["urgent"]);
    for (const list of [LISTS.forms, LISTS.automations, LISTS.rates, LISTS.documents, LISTS.customFields])
      expect((await list(deps.db, { projectId } as never)).items).toEqual([]);
    expect(
      await refused(
        createRecord(
          deps,
          AUTOMATION,
          {
            name: "x",
            event: "task.created",
            conditions: { column: "nope", op: "eq", value: 1 },
            actions: [],
          },
          DANA,
        ),
      ),
    ).toMatchObject({ code: "invalid_arguments" });
  });

  it("make a task of a form that is filled in, once", async () => {
    const fields = [
      { key: "what", label: "What", type: "text", required: true, options: [], becomes: "title" },
      { key: "unit", label: "Unit", type: "select", required: true, options: ["1A"], becomes: null },
      { key: "when", label: "When", type: "date", required: false, options: [], becomes: "due_date" },
    ];
    const form = await createRecord(deps, FORM, { projectId, title: "Repair", fields }, DANA);
    const answers = { what: "Leak", unit: "1A", when: "2026-12-01" };
    const bad = submitForm(deps, { formId: form.row.id, id: "s0", answers: { ...answers, unit: "9" } }, DANA);
    expect(await refused(bad)).toMatchObject({ code: "invalid_arguments" });
    const one = await submitForm(deps, { formId: form.row.id, id: "s1", answers }, DANA);
    expect(await submitForm(deps, { formId: form.row.id, id: "s1", answers }, DANA)).toEqual(one);
    expect(await rowOf(one.taskId)).toMatchObject({
      title: "Leak",
      dueDate: "2026-12-01",
      description: "**Unit:** 1A",
    });
    expect(await deps.db.rows(forms, eq(forms.projectId, projectId)).limit(5)).toHaveLength(1);
  });

  it("hold documents whose words are files", async () => {
    const origin = { author: { kind: "user", id: DANA.actor.id, name: DANA.actor.name } } as const;
    const wish = { projectId, title: "Scope of work", kind: "sow", content: "# Scope\n" } as const;
    const one = await createDocument(deps, files(), wish, DANA, origin);
    const two = await createDocument(deps, files(), { ...wish, content: "# Other\n" }, DANA, origin);
    expect([one.row.path, two.row.path]).toEqual([
      "projects/roof-of-12-birch/scope-of-work.md",
      "projects/roof-of-12-birch/scope-of-work-2.md",
    ]);
  });
});

it("two first statements of work at the same moment are one document with two versions", async () => {
  const origin = { author: { kind: "user", id: DANA.actor.id, name: DANA.actor.name } } as const;
  const world = files();
  const write = (run: string) =>
    writeOnlyDocument(
      deps,
      world,
      { id: `document_${run}`, projectId, title: `Scope ${run}`, kind: "sow", content: `# ${run}\n` },
      { ...AGENT, runId: run },
      origin,
    );
  const written = await Promise.all([write("a"), write("b")]);
  const [document, ...others] = await deps.db.rows(projectDocuments);
  expect(others).toEqual([]);
  expect(new Set(written.map(({ row }) => row.id))).toEqual(new Set([document?.id]));
  expect(document?.version).toBe(2);
  const versions = await history(world, { path: document?.path ?? "", limit: 10 });
  expect(versions.map(({ version }) => version)).toEqual([2, 1]);
  expect(await deps.db.rows(workspaceFiles, isNull(workspaceFiles.deletedAt))).toHaveLength(1);
});

describe("a bundle", () => {
  const plan = (): Parameters<typeof applyOperations>[1] => [
    { operation: "insert", entity: "projects", id: "p1", data: { name: "Turnover 4C" } },
    { operation: "insert", entity: "phases", id: "ph1", data: { projectId: "p1", name: "Make ready" } },
    {
      operation: "insert",
      entity: "tasks",
      id: "t1",
      data: { projectId: "p1", phaseId: "ph1", title: "Paint" },
    },
    {
      operation: "insert",
      entity: "tasks",
      id: "t2",
      data: { projectId: "p1", title: "Clean", dependsOn: ["t1"] },
    },
    { operation: "insert", entity: "tasks", data: { projectId: "p1", title: "Kitchen", parentId: "t2" } },
    { operation: "insert", entity: "checklist_items", data: { taskId: "t1", title: "Two coats" } },
    { operation: "baseline", entity: "projects", id: "p1" },
  ];

  it("makes what names each other, and keeps the baseline", async () => {
    await applyOperations(deps, plan(), { ...AGENT, bundle: "b1" });
    expect(await deps.db.find(projects, eq(projects.id, "p1"))).toMatchObject({ tasksTotal: 3, version: 2 });
    expect((await readTask(deps.db, "t2")).dependsOn).toEqual([
      { id: "t1", title: "Paint", status: "created" },
    ]);
    expect(await deps.db.rows(baselineTasks, eq(baselineTasks.projectId, "p1"))).toHaveLength(3);
    expect(await isWritten(deps.db, "b1")).toBe(true);
    await undoBundle(deps, "b1", DANA);
    expect((await deps.db.find(projects, eq(projects.id, "p1")))?.deletedAt).not.toBeNull();
    expect(await refused(undoBundle(deps, "b1", DANA))).toMatchObject({ code: "changed" });
  });

  it("of which one can’t be leaves nothing, and says which", async () => {
    const circle = [
      ...plan(),
      { operation: "update", entity: "tasks", id: "t1", data: { dependsOn: ["t2"] } } as const,
    ];
    expect(await refused(applyOperations(deps, circle, { ...AGENT, bundle: "b2" }))).toMatchObject({
      code: "conflict",
    });
    expect(await deps.db.find(projects, eq(projects.id, "p1"))).toBeNull();
    const task = await someTask(deps, projectId);
    const stale = [
      { operation: "update", entity: "tasks", id: task.id, version: 1, data: { title: "New" } },
      { operation: "update", entity: "tasks", id: task.id, version: 1, data: { title: "Newer" } },
    ] as const;
    expect(await refused(applyOperations(deps, stale, AGENT))).toMatchObject({
      code: "changed",
      details: { at: 1 },
    });
    expect((await rowOf(task.id)).title).toBe("Order shingles");
    for (const entity of ["users", "rates", "constructor"])
      expect(
        await refused(applyOperations(deps, [{ operation: "insert", entity, data: {} }], AGENT)),
      ).toMatchObject({ code: "invalid_arguments" });
  });
});

describe("the journal", () => {
  it("is asked by stream, type and project, and takes only events of projects", async () => {
    const task = await someTask(deps, projectId);
    deps.pass(60_000);
    await changeTask(deps, { id: task.id, version: 1, status: "blocked" }, AGENT);
    const ask = { stream: "tasks", lastMinutes: 60, limit: 20 } as const;
    expect((await queryEvents(deps, ask)).map(({ type, actor }) => [type, actor.kind])).toEqual([
      ["pm.tasks.status_changed", "ai"],
      ["pm.tasks.created", "user"],
    ]);
    expect(await queryEvents(deps, { ...ask, type: "pm.tasks.status_changed" })).toHaveLength(1);
    expect(await queryEvents(deps, { ...ask, projectId: "other" })).toEqual([]);
    const [moved = "", created = ""] = await describeEvents(
      deps,
      await queryEvents(deps, ask),
      "America/New_York",
    );
    expect(moved).toMatch(
      new RegExp(
        `^\\w{3} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d .+: task status changed: “${task.title}” \\(${task.id}\\) in “.+”; .*blocked`,
      ),
    );
    expect(created).toMatch(/Dana Whitfield: task created: “/);
    expect(created).not.toContain("changed:");
    const actor = { kind: "agent", id: "ai-pm" } as const;
    await publishEvent(deps, { id: "n1", type: "pm.ai.nudged", actor, payload: { taskId: task.id } });
    await publishEvent(deps, { id: "n1", type: "pm.ai.nudged", actor, payload: { taskId: "again" } });
    const told = await queryEvents(deps, { ...ask, stream: "ai" });
    expect(told.map(({ payload }) => payload["taskId"])).toEqual([task.id]);
    for (const type of ["texts.text.received", "pm.other.thing", "pm.tasks"])
      expect(await refused(publishEvent(deps, { type, actor, payload: {} }))).toMatchObject({
        code: "invalid_arguments",
      });
  });
});
