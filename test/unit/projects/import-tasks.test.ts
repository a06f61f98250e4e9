/** Importing from other tools: a task and its twin there are one thing, however often the list is imported. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { events } from "../../../src/platform/db/index.ts";
import { tags } from "../../../src/projects/tables/projects-more.ts";
import { tasks } from "../../../src/projects/tables/projects.ts";
import { isoTime } from "../../../src/kernel/clock.ts";
import {
  changeTask,
  createRecord,
  importLists,
  importPage,
  importRows,
  previewImport,
  PROJECT,
  readTask,
  recordOf,
  removeRecord,
  TAG,
  type ImportSource,
} from "../../../src/projects/index.ts";
import { priorityOf, statusOf } from "../../../src/projects/api/project-import-words.ts";
import type { ForeignTask } from "../../../src/projects/api/project-imports.ts";
import { refused } from "../workspace/harness.ts";
import { DANA, freshProjects, HARBOR, HOUR_MS, projectWorld, START_MS, type World } from "./harness.ts";

let deps: World;
beforeEach(async () => {
  await freshProjects();
  deps = projectWorld();
});

const ago = (hours: number): string => isoTime(START_MS - hours * HOUR_MS);

function foreign(key: string, more: Partial<ForeignTask> = {}) {
  const empty = {
    parent: null,
    description: "",
    priority: null,
    startDate: null,
    dueDate: null,
    hours: null,
  };
  const dated = { createdAt: ago(200), changedAt: ago(100) };
  return {
    ...empty,
    ...dated,
    key,
    url: `https://clickup.example/${key}`,
    title: `Task ${key}`,
    status: "to do",
    isClosed: false,
    people: [],
    tags: [],
    ...more,
  };
}

/** A list of two pages. */
function listOf(pages: readonly (readonly ReturnType<typeof foreign>[])[]): ImportSource {
  return {
    vendor: "clickup",
    lists: () => Promise.resolve([{ id: "901", name: "Repairs", where: "Operations", tasks: 3 }]),
    page: (_list, cursor) => {
      const at = Number(cursor ?? 0);
      return Promise.resolve({
        tasks: pages[at] ?? [],
        next: at + 1 < pages.length ? String(at + 1) : null,
      });
    },
  };
}

const LIST = { id: "901", name: "Repairs" };
const importAll = async (source: ImportSource) => {
  const steps = [];
  let cursor: string | null = null;
  do {
    const step: Awaited<ReturnType<typeof importPage>> = await importPage(
      deps,
      source,
      { list: LIST, cursor },
      DANA,
    );
    steps.push(step);
    cursor = step.next;
  } while (cursor !== null);
  return steps;
};
const all = () => deps.db.rows(tasks).orderBy(tasks.sortOrder);

describe("a list that is imported", () => {
  const marcus = { name: "Marcus", email: "marcus@alderfinch.example" };
  const pages = [
    [
      foreign("part", { parent: "valve", title: "Order the valve" }),
      foreign("valve", { status: "waiting", priority: "urgent", dueDate: "2026-11-27", people: [marcus] }),
    ],
    [foreign("light", { status: "complete", isClosed: true, people: [{ name: "Walt", email: null }] })],
  ];

  it("becomes a project whose tasks are linked to their twins", async () => {
    expect(await importAll(listOf(pages))).toMatchObject([
      { made: 2, renewed: 0, there: 0, next: "1" },
      { made: 1, renewed: 0, there: 0, next: null },
    ]);
    const rows = await all();
    const [valve, part, light] = rows;
    expect(valve).toMatchObject({
      title: "Task valve",
      status: "blocked",
      priority: "critical",
      dueDate: "2026-11-27",
      assigneeIds: ["user_demo_marcus"],
      linkVendor: "clickup",
      linkId: "valve",
      linkUrl: "https://clickup.example/valve",
      createdAt: ago(200),
      statusChangedAt: ago(100),
    });
    expect(part).toMatchObject({ parentId: valve?.id, title: "Order the valve" });
    expect(light).toMatchObject({ status: "completed", completedAt: ago(100), assigneeIds: [] });
    const [project] = await importLists(deps.db, listOf(pages));
    expect(project).toMatchObject({ id: "901", projectId: valve?.projectId });
  });

  it("tells nobody of each task as if it were new", async () => {
    await importAll(listOf(pages));
    const [valve] = await all();
    const heard = await deps.db.rows(events, eq(events.id, `pm:task:${valve?.id ?? ""}:1`));
    expect(heard).toMatchObject([{ type: "pm.tasks.brought_in" }]);
  });

  it("makes nothing twice when it comes again, and takes over what changed there", async () => {
    await importAll(listOf(pages));
    expect(await importAll(listOf(pages))).toMatchObject([
      { made: 0, renewed: 0, there: 2 },
      { made: 0, renewed: 0, there: 1 },
    ]);
    const [valve] = await all();
    await changeTask(deps, { id: valve?.id ?? "", version: 1, assigneeIds: [], estimatedHours: 3 }, DANA);
    const moved = [[pages[0]?.[0], foreign("valve", { status: "in progress", people: [marcus] })], pages[1]];
    expect(await importAll(listOf(moved as never))).toMatchObject([
      { made: 0, renewed: 1, there: 1 },
      { there: 1 },
    ]);
    // Who works on it and what it takes is the team's own.
    expect((await readTask(deps.db, valve?.id ?? "")).task).toMatchObject({
      status: "in_progress",
      priority: "medium",
      assigneeIds: [],
      estimatedHours: 3,
    });
    expect(await all()).toHaveLength(3);
  });

  it("brings its tags: the team's own by their names, new ones made once, and none twice", async () => {
    const { row: mine } = await createRecord(deps, TAG, { name: "Plumbing" }, DANA);
    const tagged = (...names: string[]) =>
      listOf([[foreign("valve", { tags: names }), foreign("gate", { tags: names })]]);
    expect(await importAll(tagged("Plumbing", " wet\n walls "))).toMatchObject([
      { made: 2, tagged: 4, untagged: 0 },
    ]);
    const made = await deps.db.rows(tags).orderBy(tags.name);
    expect(made.map(({ name }) => name)).toEqual(["Plumbing", "wet walls"]);
    const [valve] = await all();
    expect(valve?.tagIds).toEqual([mine.id, made[1]?.id]);
    expect(await importAll(tagged("wet walls", "Plumbing"))).toMatchObject([
      { renewed: 0, there: 2, tagged: 0, untagged: 0 },
    ]);
    expect(await importAll(tagged("urgent"))).toMatchObject([{ renewed: 2, tagged: 2 }]);
    expect((await all())[0]?.tagIds).toHaveLength(3);
    expect(await deps.db.rows(tags)).toHaveLength(3);
  });

  it("says how many tags it left out, where a task has its number of them", async () => {
    const names = (first: number) => Array.from({ length: 15 }, (_, at) => `tag ${first + at}`);
    await importAll(listOf([[foreign("valve", { tags: names(0) })]]));
    expect(await importAll(listOf([[foreign("valve", { tags: names(100) })]]))).toMatchObject([
      { renewed: 1, tagged: 5, untagged: 10 },
    ]);
  });

  it("is kept there: what the service keeps can't be changed here", async () => {
    await importAll(listOf(pages));
    const [valve] = await all();
    const change = changeTask(deps, { id: valve?.id ?? "", version: 1, title: "Mine" }, DANA);
    expect(await refused(change)).toMatchObject({ code: "conflict" });
  });

  it("begins anew where its project was deleted", async () => {
    const [first] = await importAll(listOf(pages));
    await removeRecord(deps, PROJECT, { id: first?.projectId ?? "", version: 1 }, DANA);
    const [again] = await importAll(listOf(pages));
    expect(again).toMatchObject({ made: 2, renewed: 0, there: 0 });
    expect(again?.projectId).not.toBe(first?.projectId);
    expect(await recordOf(deps.db, PROJECT, again?.projectId ?? "")).toMatchObject({ tasksTotal: 3 });
  });

  it("is shown first: what becomes of its words and people, and how many are here", async () => {
    expect(await previewImport(deps.db, listOf(pages), "901")).toEqual({
      tasks: 3,
      more: false,
      there: 0,
      statuses: [
        { theirs: "to do", ours: "created", tasks: 1 },
        { theirs: "waiting", ours: "blocked", tasks: 1 },
        { theirs: "complete", ours: "completed", tasks: 1 },
      ],
      people: [
        { name: "Marcus", member: "Marcus Hale", tasks: 1 },
        { name: "Walt", member: null, tasks: 1 },
      ],
    });
    await importAll(listOf(pages));
    expect(await previewImport(deps.db, listOf(pages), "901")).toMatchObject({ there: 3 });
    expect(await previewImport(projectWorld(HARBOR).db, listOf(pages), "901")).toMatchObject({ there: 0 });
  });
});

describe("rows of a file", () => {
  const rows = (): ForeignTask[] =>
    ["a", "b"].map((key) => {
      const { url: _, ...row } = foreign(key, { people: [{ name: "tom okafor", email: null }] });
      return row;
    });

  it("become tasks once, by their keys", async () => {
    const file = { projectId: "p1", name: "From a file", rows: rows() };
    expect(await importRows(deps, file, DANA)).toMatchObject({ projectId: "p1", made: 2, there: 0 });
    expect(await importRows(deps, file, DANA)).toMatchObject({ made: 0, there: 2 });
    expect(await all()).toMatchObject([
      { projectId: "p1", assigneeIds: ["user_demo_tom"], linkVendor: null },
      { projectId: "p1" },
    ]);
  });

  it("are parts of what came with an earlier piece", async () => {
    const file = { projectId: "p1", name: "From a file" };
    await importRows(deps, { ...file, rows: rows() }, DANA);
    const { url: _, ...part } = foreign("part", { parent: "a" });
    await importRows(deps, { ...file, rows: [part] }, DANA);
    const [parent, , last] = await all();
    expect(last).toMatchObject({ title: "Task part", parentId: parent?.id });
  });
});

it.each([
  ["To do", false, "created"],
  ["Not started", false, "created"],
  ["Unresolved", false, "created"],
  ["In Progress", false, "in_progress"],
  ["On hold", false, "blocked"],
  ["Code review", false, "in_review"],
  ["Won't Do", true, "cancelled"],
  ["Erledigt", true, "completed"],
] as const)("reads the status “%s” as it is meant", (words, isClosed, ours) => {
  expect(statusOf(words, isClosed)).toBe(ours);
});

it("reads priorities of every tool", () => {
  expect(["urgent", "Highest", "High", "normal", "Lowest", null, "P0"].map(priorityOf)).toEqual([
    "critical",
    "critical",
    "high",
    "medium",
    "low",
    "medium",
    "critical",
  ]);
});
