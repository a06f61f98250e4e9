/** One typed language over projects: it answers what plain code over the same rows would, and reaches nothing else. */
import fc from "fast-check";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { tasks } from "../../../src/projects/tables/projects.ts";
import { customFieldDefinitions } from "../../../src/projects/tables/projects-more.ts";
import { pmQuery } from "../../../src/projects/tools/pm-query.ts";
import { projectAgentRuns } from "../../../src/projects/tables/project-agents.ts";
import { AUTOMATION, COMMENT, REMINDER, VIEW } from "../../../src/projects/more-kinds.ts";
import { notificationPreferences, notifications } from "../../../src/notifications/tables/notifications.ts";
import { conversationQuotes } from "../../../src/platform/db/tables/privacy.ts";
import { users } from "../../../src/platform/db/index.ts";
import { answerQuery, changeTask, createRecord, describeEntities } from "../../../src/projects/index.ts";
import type { PmQuery, QueryComparison, QueryFilter } from "../../../src/projects/api/projects-query.ts";
import { pmQuerySchema } from "../../../src/projects/api/projects-query.ts";
import { refused } from "../workspace/harness.ts";
import { DANA, freshProjects, HARBOR, projectWorld, someProject, someTask, type World } from "./harness.ts";

let deps: World;
let projectId: string;
beforeEach(async () => {
  await freshProjects();
  deps = projectWorld();
  projectId = await someProject(deps);
});

type Row = Readonly<Record<string, string | number | boolean | null>>;

const WORDS = ["roof", "Paint", "paint the hall", "ROOF", "", "boiler"];
const rowArbitrary = fc.record({
  title: fc.constantFrom(...WORDS),
  status: fc.constantFrom("created", "in_progress", "blocked", "completed"),
  priority: fc.constantFrom("critical", "high", "low"),
  estimatedHours: fc.option(fc.integer({ min: 0, max: 9 })),
  dueDate: fc.option(fc.constantFrom("2026-10-30", "2026-11-02", "2026-11-08", "2026-11-09")),
  clientVisible: fc.boolean(),
});
const TYPES = {
  title: fc.constantFrom("roof", "Paint", "pa", "x"),
  status: fc.constantFrom("created", "blocked", "completed"),
  estimatedHours: fc.integer({ min: 0, max: 9 }),
  dueDate: fc.constantFrom("2026-10-30", "2026-11-05", "2026-11-09"),
  clientVisible: fc.boolean(),
};
const comparison: fc.Arbitrary<QueryComparison> = fc
  .constantFrom(...(Object.keys(TYPES) as (keyof typeof TYPES)[]))
  .chain((column): fc.Arbitrary<QueryComparison> => {
    const value = TYPES[column] as fc.Arbitrary<string | number | boolean>;
    const list = fc.array(value, { minLength: 1, maxLength: 3 });
    const signs = fc.constantFrom("eq", "ne", "lt", "lte", "gt", "gte") as fc.Arbitrary<"eq">;
    return fc.oneof(
      fc.record({ column: fc.constant(column), op: signs, value }),
      fc.record({
        column: fc.constant(column),
        op: fc.constantFrom("in" as const, "not_in" as const),
        value: list,
      }),
      fc.record({
        column: fc.constant(column),
        op: fc.constant("between" as const),
        value: fc.tuple(value, value).map((pair) => [...pair]),
      }),
      fc.record({ column: fc.constant(column), op: fc.constant("is_null" as const), value: fc.boolean() }),
      ...(column === "title"
        ? [
            fc.record({
              column: fc.constant(column),
              op: fc.constantFrom("contains" as const, "starts_with" as const),
              value: TYPES.title,
            }),
          ]
        : []),
    );
  });
const { filter: filterArbitrary } = fc.letrec<{ filter: QueryFilter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    comparison,
    fc.record({ and: fc.array(tie("filter"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie("filter"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie("filter") }),
  ),
}));

/** The same in plain code. */
function meets(row: Row, filter: QueryFilter): boolean {
  if ("and" in filter) return filter.and.every((one) => meets(row, one));
  if ("or" in filter) return filter.or.some((one) => meets(row, one));
  if ("not" in filter) return !meets(row, filter.not);
  const { op, value } = filter;
  const held = row[filter.column] ?? null;
  if (op === "is_null") return (held === null) === (value !== false);
  if (op === "ne") return held !== value;
  if (op === "not_in") return held === null || !(value as unknown[]).includes(held);
  if (held === null) return false;
  const [low, high] = Array.isArray(value) ? value : [value, value];
  const lower = (one: unknown): string => String(one).toLowerCase();
  switch (op) {
    case "eq":
      return held === value;
    case "lt":
      return (held as number) < (value as number);
    case "lte":
      return (held as number) <= (value as number);
    case "gt":
      return (held as number) > (value as number);
    case "gte":
      return (held as number) >= (value as number);
    case "in":
      return (value as unknown[]).includes(held);
    case "between":
      return (held as number) >= (low as number) && (held as number) <= (high as number);
    case "contains":
      return lower(held).includes(lower(value));
    case "starts_with":
      return lower(held).startsWith(lower(value));
  }
}

async function fill(rows: readonly Row[]): Promise<void> {
  await deps.db.remove(tasks, eq(tasks.projectId, projectId));
  const base = {
    projectId,
    version: 1,
    moveId: "m",
    createdAt: "c",
    updatedAt: "u",
    description: "",
    sortOrder: 1,
    statusChangedAt: "s",
    assigneeIds: [],
    tagIds: [],
    dependsOn: [],
    fields: {},
    commentCount: 0,
    checklistTotal: 0,
    checklistDone: 0,
    createdByKind: "user",
    createdById: "x",
  };
  await deps.db.batch(
    rows.map((row, at) =>
      deps.db.insert(tasks, { ...base, ...row, id: `t${String(at).padStart(2, "0")}` } as never),
    ),
  );
}

const monday = (day: string): string => {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return new Date(ms - ((new Date(ms).getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
};

describe("pm_query", () => {
  it("answers filters and figures as plain code does, on random rows", async () => {
    const many = fc.array(rowArbitrary, { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(many, filterArbitrary, async (rows, filter) => {
        await fill(rows);
        const expected = rows.flatMap((row, at) =>
          meets(row, filter) ? [`t${String(at).padStart(2, "0")}`] : [],
        );
        const asked: PmQuery = pmQuerySchema.parse({ entity: "tasks", fields: ["id"], filter, limit: 200 });
        expect((await answerQuery(deps.db, asked)).rows.map(({ id }) => id)).toEqual(expected);
        const figures = await answerQuery(deps.db, {
          entity: "tasks",
          filter,
          groupBy: ["status", "dueDate:week"],
          aggregates: [
            { fn: "count", as: "tasks" },
            { fn: "sum", column: "estimatedHours", as: "hours" },
            { fn: "max", column: "dueDate", as: "last" },
            { fn: "avg", column: "estimatedHours", as: "mean" },
          ],
          limit: 200,
        });
        const groups = Map.groupBy(
          rows.filter((row) => meets(row, filter)),
          (row) => JSON.stringify([row.status, row.dueDate === null ? null : monday(row.dueDate)]),
        );
        const plain = [...groups].map(([key, mine]) => {
          const [status, week] = JSON.parse(key) as [string, string | null];
          const hours = mine.flatMap(({ estimatedHours }) =>
            estimatedHours === null ? [] : [estimatedHours],
          );
          const sum = hours.reduce((total, one) => total + one, 0);
          const dates = mine.flatMap(({ dueDate }) => (dueDate === null ? [] : [dueDate])).toSorted();
          return {
            status,
            "dueDate:week": week,
            tasks: mine.length,
            hours: hours.length === 0 ? null : sum,
            last: dates.at(-1) ?? null,
            mean: hours.length === 0 ? null : sum / hours.length,
          };
        });
        const keyed = (list: readonly object[]) => list.map((one) => JSON.stringify(one)).toSorted();
        expect(keyed(figures.rows)).toEqual(keyed(plain));
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it("joins by name, orders, and says where there is more", async () => {
    const roof = await someTask(deps, projectId, { title: "Roof", estimatedHours: 3 });
    const gutter = await someTask(deps, projectId, { title: "Gutter", estimatedHours: 5 });
    await changeTask(deps, { id: gutter.id, version: 1, dependsOn: [roof.id] }, DANA);
    expect(
      await answerQuery(deps.db, {
        entity: "dependencies",
        fields: ["task.title", "dependsOn.title", "project.name"],
        filter: { column: "dependsOn.status", op: "ne", value: "completed" },
      }),
    ).toEqual({
      rows: [{ "task.title": "Gutter", "dependsOn.title": "Roof", "project.name": "Roof of 12 Birch" }],
      more: false,
    });
    expect(
      await answerQuery(deps.db, {
        entity: "tasks",
        fields: ["title", "estimatedHours"],
        order: [{ by: "estimatedHours", desc: true }],
        limit: 1,
      }),
    ).toEqual({ rows: [{ title: "Gutter", estimatedHours: 5 }], more: true });
    // By a field that isn't shown.
    expect(
      await answerQuery(deps.db, {
        entity: "tasks",
        fields: ["title"],
        order: [{ by: "estimatedHours", desc: true }],
        limit: 1,
      }),
    ).toEqual({ rows: [{ title: "Gutter" }], more: true });
  });

  it("reaches no other team’s rows, also through joins, and nothing that is not listed", async () => {
    const other = projectWorld(HARBOR);
    const theirs = await someProject(other, "Canary");
    await someTask(other, theirs, { title: "Canary" });
    // A row of ours that names a project of theirs, as a bug would write it.
    const mine = await someTask(deps, projectId);
    await deps.db.update(tasks, { phaseId: theirs }, sql`id = ${mine.id}`);
    for (const entity of Object.keys(describeEntities())) {
      const { rows } = await answerQuery(deps.db, { entity, limit: 200 });
      expect(JSON.stringify(rows)).not.toContain("Canary");
    }
    const joined = await answerQuery(deps.db, {
      entity: "tasks",
      fields: ["title", "project.name", "phase.name"],
    });
    expect(joined.rows).toEqual([
      { title: "Order shingles", "project.name": "Roof of 12 Birch", "phase.name": null },
    ]);
    const bad: Partial<PmQuery>[] = [
      { entity: "sessions" },
      { entity: "__proto__" },
      { fields: ["tenantId"] },
      { fields: ["constructor"] },
      { entity: "users", fields: ["email"] },
      { entity: "users", fields: ["phone"] },
      { fields: ["project.tenantId"] },
      { filter: { column: "moveId", op: "eq", value: "x" } },
      { filter: { column: "estimatedHours", op: "gt", value: "1 or 1=1" } },
      { aggregates: [{ fn: "sum", column: "title", as: "x" }] },
      { order: [{ by: "title; drop table tasks" }] },
      { order: [{ by: "tenantId" }] },
      { groupBy: ["status"], order: [{ by: "title" }] },
    ];
    for (const one of bad)
      expect(await refused(answerQuery(deps.db, { entity: "tasks", ...one }))).toMatchObject({
        code: "invalid_arguments",
      });
    expect((await deps.db.rows(users)).length).toBeGreaterThan(0);
    for (const column of ["title) from users --", "a.b.c", "Title"])
      expect(pmQuerySchema.safeParse({ entity: "tasks", fields: [column] }).success).toBe(false);
  });

  describe("seed 004:1033–1042: what surrounds the records", () => {
    const MARCUS = "user_demo_marcus";
    const asked = async (query: PmQuery, reader: string | null = DANA.actor.id) =>
      (await answerQuery(deps.db, query, reader)).rows;

    it("counts agents’ runs, automations and the audit log, and names who was mentioned where", async () => {
      const { id: taskId } = await someTask(deps, projectId, { title: "Roof" });
      const at = "2026-11-25T12:00:00.000Z";
      const run = {
        agent: "whats-next",
        status: "done",
        trigger: "request",
        input: {},
        attempts: 1,
      } as const;
      const runs = [
        { id: "run_1", projectId },
        { id: "run_2", projectId: "" },
      ];
      await deps.db.batch(
        runs.map((one) => deps.db.insert(projectAgentRuns, { ...run, ...one, createdAt: at })),
      );
      expect(
        await asked({ entity: "runs", groupBy: ["status"], aggregates: [{ fn: "count", as: "runs" }] }),
      ).toEqual([{ status: "done", runs: 2 }]);
      await createRecord(
        deps,
        AUTOMATION,
        { name: "Tell", event: "task.created", actions: [{ type: "set_priority", priority: "high" }] },
        DANA,
      );
      expect(await asked({ entity: "automations", fields: ["name", "enabled"] })).toEqual([
        { name: "Tell", enabled: true },
      ]);
      const comment = { projectId, taskId, body: "Look at this", mentions: [DANA.actor.id, MARCUS] };
      await createRecord(deps, COMMENT, comment, DANA);
      await createRecord(deps, COMMENT, { ...comment, body: "Nobody", mentions: [] }, DANA);
      expect(await asked({ entity: "mentions", fields: ["user.name", "task.title", "body"] })).toEqual([
        { "user.name": "Dana Whitfield", "task.title": "Roof", body: "Look at this" },
        { "user.name": "Marcus Hale", "task.title": "Roof", body: "Look at this" },
      ]);
      expect(
        await asked({
          entity: "audit",
          fields: ["actorName"],
          filter: { column: "action", op: "eq", value: "projects.automation_created" },
        }),
      ).toEqual([{ actorName: "Dana Whitfield" }]);
    });

    it("shows saved views, preferences and notifications to whom they belong", async () => {
      for (const [name, shared, by] of [
        ["Dana’s", false, DANA],
        ["Everyone’s", true, DANA],
      ] as const)
        await createRecord(deps, VIEW, { name, shared, settings: { page: "list" } }, by);
      const at = "2026-11-25T12:00:00.000Z";
      const news = { kind: "alert", body: "", url: "/", urgent: false, createdAt: at } as const;
      const row = (id: string, more: object) =>
        deps.db.insert(notifications, { ...news, id, dedupeKey: id, title: id, ...more });
      await deps.db.batch([
        deps.db.insert(notificationPreferences, {
          userId: DANA.actor.id,
          kind: "due",
          channel: "push",
          on: false,
        }),
        row("For everyone", {}),
        row("For Dana", { dedupeKey: "team:projects:1", audience: [DANA.actor.id] }),
        row("For Dana, of her mailbox", { subjectId: "conversation_1" }),
        row("A test of a device", { kind: "test" }),
        deps.db.insert(conversationQuotes, {
          conversationId: "conversation_1",
          sourceId: "source_1",
          readerId: DANA.actor.id,
        }),
      ]);
      const { id: taskId } = await someTask(deps, projectId);
      await createRecord(deps, REMINDER, { taskId, at: "2026-12-01T09:00:00-05:00" }, DANA);
      const seen = async (entity: string, field: string, reader: string | null) =>
        (await asked({ entity, fields: [field] }, reader))
          .map((one) => String(one[field] as string))
          .toSorted();
      expect(await seen("saved_views", "name", DANA.actor.id)).toEqual(["Dana’s", "Everyone’s"]);
      expect(await seen("preferences", "kind", DANA.actor.id)).toEqual(["due"]);
      expect(await seen("notifications", "title", DANA.actor.id)).toEqual(["For Dana", "For everyone"]);
      expect(await seen("reminders", "at", DANA.actor.id)).toEqual(["2026-12-01T14:00:00.000Z"]);
      for (const reader of [MARCUS, null]) {
        expect(await seen("reminders", "at", reader)).toEqual([]);
        expect(await seen("saved_views", "name", reader)).toEqual(["Everyone’s"]);
        expect(await seen("preferences", "kind", reader)).toEqual([]);
        expect(await seen("notifications", "title", reader)).toEqual(["For everyone"]);
      }
    });

    it("refuses a value that a column can’t have, and names those it can", async () => {
      const open: QueryFilter = { column: "task.status", op: "in", value: ["created", "open"] };
      await expect(asked({ entity: "comments", filter: open })).rejects.toThrow(
        "“task.status” can be created, in_progress, blocked, in_review, completed, cancelled.",
      );
      await expect(asked({ entity: "automation_rules" })).rejects.toThrow(
        "automations, mentions, saved_views, reminders, notifications, preferences.",
      );
    });
  });
});

it("tells the agent the team's own fields of the tasks it lists", async () => {
  await deps.db.insert(customFieldDefinitions, {
    id: "vendor",
    version: 1,
    moveId: "move",
    createdAt: "c",
    updatedAt: "u",
    name: "Vendor",
    type: "text",
    options: [],
    sortOrder: 1,
  });
  const title = "Touch up the paint";
  await someTask(deps, projectId, { title, fields: { vendor: "Coat & Roll Painting" } });
  if (!("run" in pmQuery)) throw new Error("It answers by itself.");
  const asked = pmQuerySchema.parse({ entity: "tasks", fields: ["id", "title"] });
  const result = await pmQuery.run(asked, { projects: deps, reader: null } as never, {} as never);
  expect((result as { readonly items?: readonly object[] }).items).toContainEqual(
    expect.objectContaining({ title, fields: "Vendor: Coat & Roll Painting" }),
  );
});
