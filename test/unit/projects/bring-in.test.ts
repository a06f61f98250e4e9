/** Projects brought along with their past: what pages and agents read of it is as if it had happened here, and a repeat makes nothing twice. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DEMO_TAGS, demoProjects, tagId, VENDOR_FIELD } from "../../../sandbox/world/projects/index.ts";
import { audit, events } from "../../../src/platform/db/index.ts";
import { baselineTasks, statusChanges, tasks } from "../../../src/projects/tables/projects.ts";
import { comments } from "../../../src/projects/tables/projects-more.ts";
import { isoTime } from "../../../src/kernel/clock.ts";
import {
  bringProject,
  createRecord,
  CUSTOM_FIELD,
  readProject,
  readTask,
  TAG,
} from "../../../src/projects/index.ts";
import {
  bringProjectSchema,
  IMPORT_LIMITS,
  type BringProject,
} from "../../../src/projects/api/project-imports.ts";
import { refused } from "../workspace/harness.ts";
import { DANA, freshProjects, HARBOR, HOUR_MS, projectWorld, START_MS, type World } from "./harness.ts";

let deps: World;
beforeEach(async () => {
  await freshProjects();
  deps = projectWorld();
});

const ago = (hours: number): string => isoTime(START_MS - hours * HOUR_MS);
const MARCUS = "user_demo_marcus";

function roof(more: Partial<BringProject["tasks"][number]> = {}): BringProject {
  return {
    project: { id: "roof", name: "Roof", createdAt: ago(100), baselineAt: ago(50) },
    phases: [{ id: "roof_1", name: "Work", description: "", sortOrder: 1 }],
    tasks: [
      {
        id: "shingles",
        title: "Order shingles",
        phaseId: "roof_1",
        dueDate: "2026-11-24",
        estimatedHours: 4,
        createdAt: ago(90),
        createdById: MARCUS,
        past: [
          { at: ago(60), byId: MARCUS, set: { status: "in_progress" } },
          { at: ago(40), byId: MARCUS, set: { status: "blocked", dueDate: "2026-11-26" } },
          { at: ago(20), byId: MARCUS, set: { status: "in_progress", estimatedHours: 6 } },
          { at: ago(10), byId: MARCUS, set: { status: "completed" } },
        ],
        comments: [{ at: ago(39), byId: MARCUS, body: "Out of stock." }],
        checklist: [
          { title: "Color", done: true },
          { title: "Nails", done: false },
        ],
        ...more,
      },
      { id: "gutter", title: "Gutter", dependsOn: ["shingles"], createdAt: ago(30), createdById: MARCUS },
    ],
  };
}

describe("a project that is brought along", () => {
  it("stands as its past left it", async () => {
    expect(await bringProject(deps, roof(), DANA)).toEqual({ made: 2, there: 0 });
    const { task, comments: said, checklist, changes } = await readTask(deps.db, "shingles");
    expect(task).toMatchObject({
      status: "completed",
      createdAt: ago(90),
      startedAt: ago(60),
      statusChangedAt: ago(10),
      completedAt: ago(10),
      dueDate: "2026-11-26",
      estimatedHours: 6,
      createdBy: { kind: "user", id: MARCUS },
      commentCount: 1,
      lastCommentAt: ago(39),
      checklistTotal: 2,
      checklistDone: 1,
    });
    expect(said).toMatchObject([{ createdAt: ago(39), author: { id: MARCUS, name: "Marcus Hale" } }]);
    expect(checklist.map(({ title, done }) => [title, done])).toEqual([
      ["Color", true],
      ["Nails", false],
    ]);
    expect(changes.map(({ at, action }) => [at, action])).toEqual([
      [ago(10), "updated"],
      [ago(20), "updated"],
      [ago(40), "updated"],
      [ago(60), "updated"],
      [ago(90), "created"],
    ]);
    expect(changes[2]).toMatchObject({
      actor: { name: "Marcus Hale" },
      before: { status: "in_progress", dueDate: "2026-11-24" },
      after: { status: "blocked", dueDate: "2026-11-26" },
    });
    expect(await readProject(deps.db, "roof", "2026-11-25")).toMatchObject({ tasksTotal: 2, tasksDone: 1 });
    const moved = await deps.db
      .rows(statusChanges, eq(statusChanges.taskId, "shingles"))
      .orderBy(statusChanges.at);
    expect(moved.filter(({ fromStatus }) => fromStatus === "blocked")).toMatchObject([{ hours: 20 }]);
  });

  it("keeps the tasks as they were when it was agreed on, and those alone", async () => {
    await bringProject(deps, roof(), DANA);
    expect(await deps.db.rows(baselineTasks, eq(baselineTasks.projectId, "roof"))).toMatchObject([
      { taskId: "shingles", at: ago(50), dueDate: "2026-11-24", estimatedHours: 4 },
    ]);
  });

  it("is told in the audit as what it is: brought along by an admin, now", async () => {
    await bringProject(deps, roof(), DANA);
    const rows = await deps.db.rows(audit, eq(audit.id, "projects.task:shingles:1"));
    expect(rows).toMatchObject([{ actorId: DANA.actor.id, at: isoTime(START_MS) }]);
    const heard = await deps.db.rows(events, eq(events.id, "pm:task:shingles:1"));
    expect(heard).toMatchObject([{ type: "pm.tasks.brought_in", at: isoTime(START_MS) }]);
  });

  it("is made once, however often it comes; more tasks of it are added", async () => {
    const given = roof();
    await bringProject(deps, { ...given, tasks: given.tasks.slice(0, 1) }, DANA);
    expect(await bringProject(deps, given, DANA)).toEqual({ made: 1, there: 1 });
    expect(await bringProject(deps, given, DANA)).toEqual({ made: 0, there: 2 });
    expect(await deps.db.rows(comments)).toHaveLength(1);
  });

  it("is refused where it tells what can't be", async () => {
    const future = roof({
      past: [{ at: isoTime(START_MS + 1), byId: MARCUS, set: { status: "completed" } }],
    });
    expect(await refused(bringProject(deps, future, DANA))).toMatchObject({ code: "invalid_arguments" });
    const backwards = roof({
      past: [
        { at: ago(10), byId: MARCUS, set: { status: "in_progress" } },
        { at: ago(20), byId: MARCUS, set: { status: "completed" } },
      ],
    });
    expect(await refused(bringProject(deps, backwards, DANA))).toMatchObject({ code: "invalid_arguments" });
    expect(await refused(bringProject(deps, roof({ createdById: "user_demo_ruth" }), DANA))).toMatchObject({
      code: "invalid_arguments",
    });
    expect(await deps.db.rows(tasks)).toEqual([]);
  });

  it("does not reach another team's project of that id", async () => {
    await bringProject(deps, roof(), DANA);
    const harbor = projectWorld(HARBOR);
    expect(await harbor.db.rows(tasks)).toEqual([]);
  });
});

describe("the demo's projects", () => {
  it.each(["2026-11-23", "2026-11-29"])("come along whole, whatever the weekday: %s", async (day) => {
    const nowMs = Date.parse(`${day}T11:00:00Z`);
    deps.pass(nowMs - START_MS);
    for (const name of Object.keys(DEMO_TAGS)) await createRecord(deps, TAG, { id: tagId(name), name }, DANA);
    await createRecord(deps, CUSTOM_FIELD, { id: VENDOR_FIELD, name: "Vendor", type: "text" }, DANA);
    const all = demoProjects(nowMs);
    expect(all).toHaveLength(9);
    let made = 0;
    for (const project of all) {
      expect(project.tasks.length).toBeLessThanOrEqual(IMPORT_LIMITS.tasks);
      expect(bringProjectSchema.safeParse(project).error?.issues).toBeUndefined();
      made += (await bringProject(deps, project, DANA)).made;
    }
    expect(await deps.db.rows(tasks)).toHaveLength(made);
  });
});
