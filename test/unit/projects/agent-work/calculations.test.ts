import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  costOf,
  split,
  blockedHours,
  calibrate,
  drift,
  inPlanOrder,
  keyOf,
  kendallTau,
  likelyDuplicates,
  loads,
  mendPlan,
  nudgeCandidates,
  overdueByWeek,
  planDependencies,
  rankTasks,
  remainingPath,
  velocity,
  type Dependency,
  type TaskFact,
} from "../../../../src/projects/calculations/index.ts";
import { blockedBehind, directlyAfter, inOrder } from "../../../../src/projects/calculations/graph.ts";
import { mayNudge } from "../../../../src/projects/calculations/nudges.ts";
import { DAY_MS, HOUR_MS } from "../../../../src/kernel/clock.ts";

const NOW = Date.parse("2026-11-25T15:00:00Z");

function task(id: string, some: Partial<TaskFact> = {}): TaskFact {
  return {
    id,
    projectId: "p",
    phaseId: null,
    parentId: null,
    title: id,
    description: "",
    status: "created",
    priority: "medium",
    estimatedHours: null,
    actualHours: null,
    dueDate: null,
    dueMs: null,
    createdMs: NOW - 60 * DAY_MS,
    startedMs: null,
    completedMs: null,
    statusChangedMs: NOW - DAY_MS,
    clientVisible: false,
    type: null,
    assignees: [],
    tagIds: [],
    ...some,
  };
}

/** Tasks `0…n-1` with dependencies on earlier ones alone: never a circle. */
const graphs = fc.integer({ min: 2, max: 12 }).chain((count) =>
  fc.record({
    hours: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: count, maxLength: count }),
    edges: fc.uniqueArray(
      fc
        .tuple(fc.nat(count - 1), fc.nat(count - 1))
        .filter(([one, other]) => one !== other)
        .map(([one, other]): Dependency => ({
          taskId: String(Math.max(one, other)),
          dependsOnId: String(Math.min(one, other)),
        })),
      { maxLength: 20, selector: ({ taskId, dependsOnId }) => `${taskId} ${dependsOnId}` },
    ),
  }),
);

/** The longest chain that ends with a task, found by trying all of them. */
function longestTo(id: string, hours: readonly number[], edges: readonly Dependency[]): number {
  const before = edges.filter(({ taskId }) => taskId === id).map(({ dependsOnId }) => dependsOnId);
  return (hours[Number(id)] ?? 0) + Math.max(0, ...before.map((other) => longestTo(other, hours, edges)));
}

describe("the critical path", () => {
  it("is as long as the longest chain, and a chain that long", () => {
    fc.assert(
      fc.property(graphs, ({ hours, edges }) => {
        const tasks = hours.map((estimatedHours, at) => task(String(at), { estimatedHours }));
        const { critical, lengthHours, slots } = remainingPath(tasks, edges);
        const longest = Math.max(...hours.map((_, at) => longestTo(String(at), hours, edges)));
        expect(lengthHours).toBe(longest);
        expect(critical.reduce((sum, id) => sum + (hours[Number(id)] ?? 0), 0)).toBe(longest);
        for (const [at, id] of critical.entries()) {
          expect(slots.get(id)?.slackHours).toBe(0);
          const next = critical[at + 1];
          if (next !== undefined)
            expect(edges.some((edge) => edge.taskId === next && edge.dependsOnId === id)).toBe(true);
        }
      }),
    );
  });

  it("gets no longer when a task takes as much longer as its slack", () => {
    fc.assert(
      fc.property(graphs, fc.nat(), ({ hours, edges }, pick) => {
        const tasks = hours.map((estimatedHours, at) => task(String(at), { estimatedHours }));
        const path = remainingPath(tasks, edges);
        const id = String(pick % hours.length);
        const slack = path.slots.get(id)?.slackHours ?? 0;
        const longer = (by: number) =>
          remainingPath(
            tasks.map((one) =>
              one.id === id ? { ...one, estimatedHours: (one.estimatedHours ?? 0) + by } : one,
            ),
            edges,
          ).lengthHours;
        expect(longer(slack)).toBe(path.lengthHours);
        expect(longer(slack + 1)).toBe(path.lengthHours + 1);
      }),
    );
  });

  it("leaves finished work out and counts what was spent", () => {
    const tasks = [
      task("a", { status: "completed", estimatedHours: 100 }),
      task("b", { estimatedHours: 10, actualHours: 4 }),
      task("c", { estimatedHours: 2 }),
    ];
    const edges = [
      { taskId: "b", dependsOnId: "a" },
      { taskId: "c", dependsOnId: "b" },
    ];
    expect(remainingPath(tasks, edges)).toMatchObject({
      critical: ["b", "c"],
      lengthHours: 8,
      lengthDays: 1,
    });
  });
});

describe("dependencies", () => {
  it("have an order unless there is a circle, which is named", () => {
    const ring = [
      { taskId: "a", dependsOnId: "c" },
      { taskId: "b", dependsOnId: "a" },
      { taskId: "c", dependsOnId: "b" },
    ];
    expect(inOrder(["a", "b", "c", "d"], ring)).toEqual({ order: ["d"], circle: ["a", "b", "c"] });
  });

  it("tell how much waits behind a task, each once", () => {
    const edges = [
      { taskId: "b", dependsOnId: "a" },
      { taskId: "c", dependsOnId: "a" },
      { taskId: "d", dependsOnId: "b" },
      { taskId: "d", dependsOnId: "c" },
    ];
    expect(blockedBehind("a", directlyAfter(edges), () => true)).toBe(3);
    expect(blockedBehind("a", directlyAfter(edges), (id) => id !== "b")).toBe(2);
  });
});

describe("progress", () => {
  it("counts what was finished within each window alone", () => {
    const done = (days: number, estimatedHours: number) =>
      task(`d${days}`, { status: "completed", completedMs: NOW - days * DAY_MS, estimatedHours });
    const tasks = [done(1, 4), done(10, 2), done(20, 6), done(50, 8), task("open"), done(70, 8)];
    expect(velocity(tasks, NOW, 2)).toEqual({ weeks: 2, completed: 2, perWeek: 1, hoursPerWeek: 3 });
    expect(velocity(tasks, NOW, 4).completed).toBe(3);
    expect(velocity(tasks, NOW, 8).completed).toBe(4);
  });

  it("sees overdue work grow, and what was finished late as overdue until then", () => {
    const late = task("a", { dueMs: NOW - 20 * DAY_MS, status: "completed", completedMs: NOW - 10 * DAY_MS });
    const open = task("b", { dueMs: NOW - 3 * DAY_MS, status: "in_progress" });
    const young = task("c", { dueMs: NOW - 2 * DAY_MS, createdMs: NOW - DAY_MS });
    expect(overdueByWeek([late, open, young], NOW, 4)).toEqual([0, 0, 1, 0, 2]);
  });

  it("adds up time spent blocked, whatever comes between", () => {
    const changes = [
      { taskId: "a", from: "in_progress", to: "blocked", atMs: NOW - 100 * HOUR_MS },
      { taskId: "b", from: "in_progress", to: "blocked", atMs: NOW - 10 * HOUR_MS },
      { taskId: "a", from: "blocked", to: "in_progress", atMs: NOW - 76 * HOUR_MS },
      { taskId: "a", from: "in_progress", to: "blocked", atMs: NOW - 6 * HOUR_MS },
      { taskId: "a", from: "blocked", to: "completed", atMs: NOW - 5 * HOUR_MS },
    ];
    expect(Object.fromEntries(blockedHours(changes, NOW))).toEqual({ a: 25, b: 10 });
  });

  it("shares the hours of a task among all who work on it", () => {
    const tasks = [
      task("a", { estimatedHours: 10, assignees: ["dana", "tom"] }),
      task("b", { estimatedHours: 3, assignees: ["tom"], dueMs: NOW - DAY_MS }),
      task("c", { estimatedHours: 99, assignees: ["tom"], status: "completed" }),
    ];
    expect(loads(tasks, NOW)).toEqual([
      { userId: "tom", openTasks: 2, hours: 8, overdue: 1, days: 1 },
      { userId: "dana", openTasks: 1, hours: 5, overdue: 0, days: 0.6 },
    ]);
  });
});

describe("drift from a baseline", () => {
  const planned = (id: string, some = {}) => ({
    id,
    title: id,
    phase: null,
    estimatedHours: 4,
    dueDate: null,
    priority: "medium",
    ...some,
  });
  const now = (id: string, some = {}) => ({ ...planned(id), status: "created" as const, ...some });

  it("tells additions, removals and changes apart", () => {
    const found = drift(
      [planned("a"), planned("b"), planned("c"), planned("d")],
      [
        now("a"),
        now("b", { estimatedHours: 12 }),
        now("c", { status: "cancelled" }),
        now("e"),
        now("d", { dueDate: "2026-12-01" }),
      ],
    );
    expect(found.additions.map(({ id }) => id)).toEqual(["e"]);
    expect(found.removals.map(({ id }) => id)).toEqual(["c"]);
    expect(found.modifications).toEqual([
      { taskId: "b", field: "estimatedHours", baseline: "4", current: "12" },
      { taskId: "d", field: "dueDate", baseline: "", current: "2026-12-01" },
    ]);
    expect(found).toMatchObject({
      percentage: 75,
      level: "critical",
      hoursChange: 8,
      baselineCount: 4,
      currentCount: 4,
    });
  });

  it("is none where nothing changed, and warns only above the line", () => {
    const plan = Array.from({ length: 20 }, (_, at) => planned(String(at)));
    const same = plan.map(({ id }) => now(id));
    expect(drift(plan, same)).toMatchObject({ percentage: 0, level: "none" });
    expect(drift(plan, [...same, now("x"), now("y"), now("z")]).level).toBe("info");
    expect(drift(plan, [...same, now("x"), now("y"), now("z"), now("w")]).level).toBe("warning");
    expect(drift(plan, [...same, now("x"), now("y")], 5).level).toBe("warning");
  });

  it("accounts for every task exactly once, whatever there is", () => {
    const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String));
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const found = drift(
          before.map((id) => planned(id)),
          after.map((id) => now(id)),
        );
        expect(found.baselineCount - found.removals.length + found.additions.length).toBe(found.currentCount);
      }),
    );
  });

  it("finds work that is there twice by its words", () => {
    const all = [
      planned("1", { title: "Paint the upstairs hall" }),
      planned("2", { title: "Paint upstairs hall" }),
      planned("3", { title: "Order tiles" }),
    ];
    expect(likelyDuplicates([all[1]!], all)).toEqual([{ id: "2", otherId: "1" }]);
    expect(likelyDuplicates([all[2]!], all)).toEqual([]);
  });
});

describe("calibration", () => {
  const done = (type: string, estimatedHours: number, actualHours: number) => ({
    status: "completed" as const,
    type,
    estimatedHours,
    actualHours,
    assignees: ["dana"],
    tagIds: [],
  });

  it("multiplies by what work really took, drawn towards 1 where there is little of it", () => {
    const many = Array.from({ length: 36 }, () => done("paint", 4, 8));
    const [paint, tile] = calibrate([...many, done("tile", 4, 8), done("tile", 0, 8)]);
    expect(paint).toEqual({
      of: "paint",
      averageEstimated: 4,
      averageActual: 8,
      factor: 1.9,
      samples: 36,
    });
    expect(tile).toMatchObject({ of: "tile", factor: 1.2, samples: 1 });
  });

  // Seed 004:894.
  it("tells the bias by member too, where a task counts for each who did it", () => {
    const both = { ...done("tile", 2, 6), assignees: ["dana", "tom"] };
    const found = calibrate([done("paint", 4, 4), both], ({ assignees }) => assignees);
    expect(found.map(({ of, samples, averageActual }) => [of, samples, averageActual])).toEqual([
      ["dana", 2, 5],
      ["tom", 1, 6],
    ]);
  });

  it("never goes past its bounds, and always between 1 and what was seen", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 1000 })), {
          minLength: 1,
        }),
        (pairs) => {
          const [kind] = calibrate(pairs.map(([estimate, actual]) => done("x", estimate, actual)));
          const seen =
            pairs.reduce((sum, [, actual]) => sum + actual, 0) /
            pairs.reduce((sum, [estimate]) => sum + estimate, 0);
          const factor = kind?.factor ?? 0;
          expect(factor).toBeGreaterThanOrEqual(0.25);
          expect(factor).toBeLessThanOrEqual(4);
          expect(factor).toBeGreaterThanOrEqual(Math.min(1, seen) - 0.01);
          expect(factor).toBeLessThanOrEqual(Math.max(1, seen) + 0.01);
        },
      ),
    );
  });
});

describe("what's next", () => {
  const rank = (own: readonly TaskFact[], edges: readonly Dependency[] = []) =>
    rankTasks(own, own, edges, { nowMs: NOW, hoursPerWeek: 20 }).map((one) => one.task.id);

  it("puts what is free before what waits, whatever else speaks for it", () => {
    const first = task("first", { priority: "low" });
    const urgent = task("urgent", { priority: "critical", dueMs: NOW - 5 * DAY_MS });
    expect(rank([urgent, first], [{ taskId: "urgent", dependsOnId: "first" }])).toEqual(["first", "urgent"]);
    expect(rank([task("b", { status: "blocked", priority: "critical" }), first])).toEqual(["first", "b"]);
  });

  it("goes by due date, then priority, then what waits behind", () => {
    const due = (id: string, days: number, some = {}) => task(id, { dueMs: NOW + days * DAY_MS, ...some });
    expect(rank([due("later", 12), due("soon", 1)])).toEqual(["soon", "later"]);
    expect(rank([due("low", 3, { priority: "low" }), due("high", 3, { priority: "high" })])).toEqual([
      "high",
      "low",
    ]);
    const edges = [
      { taskId: "x", dependsOnId: "b" },
      { taskId: "y", dependsOnId: "b" },
    ];
    expect(rank([task("a"), task("b"), task("x"), task("y")], edges).slice(0, 2)).toEqual(["b", "a"]);
  });

  it("leaves out what is over, and says why in words", () => {
    const [only] = rankTasks(
      [
        task("a", { dueMs: NOW + DAY_MS, priority: "high", estimatedHours: 1 }),
        task("done", { status: "completed" }),
      ],
      [],
      [],
      { nowMs: NOW, hoursPerWeek: 20 },
    );
    expect(only).toMatchObject({ task: { id: "a" }, reasons: ["due tomorrow", "high priority"] });
  });

  it("measures how alike two orders are", () => {
    expect(kendallTau(["a", "b", "c"], ["a", "b", "c"])).toBe(1);
    expect(kendallTau(["a", "b", "c"], ["c", "b", "a"])).toBe(-1);
    expect(kendallTau(["a", "b", "c", "x"], ["b", "a", "c"])).toBeCloseTo(1 / 3);
    expect(kendallTau(["a"], ["a"])).toBeNull();
  });
});

describe("reminders", () => {
  const facts = { nowMs: NOW, ownerId: "owner", lastCommentMs: new Map(), nudgedMs: new Map() };
  const find = (one: TaskFact, more = {}) => nudgeCandidates([one], { ...facts, ...more })[0]?.kind;
  const ago = (hours: number) => NOW - hours * HOUR_MS;

  it("go out after the hours that are set, and not before", () => {
    const mine = { assignees: ["dana"] };
    expect(find(task("a", { ...mine, status: "in_review", statusChangedMs: ago(49) }))).toBe("nudge");
    expect(find(task("a", { ...mine, status: "in_review", statusChangedMs: ago(48) }))).toBeUndefined();
    expect(find(task("a", { ...mine, status: "in_progress", statusChangedMs: ago(73) }))).toBe("stalled");
    expect(
      find(task("a", { ...mine, status: "in_progress", statusChangedMs: ago(73) }), {
        lastCommentMs: new Map([["a", ago(1)]]),
      }),
    ).toBe("nudge");
    expect(find(task("a", { status: "blocked", priority: "critical", statusChangedMs: ago(25) }))).toBe(
      "escalation",
    );
    expect(
      find(task("a", { ...mine, status: "blocked", priority: "high", statusChangedMs: ago(500) })),
    ).toBeUndefined();
    expect(find(task("a", { ...mine, status: "completed", statusChangedMs: ago(500) }))).toBeUndefined();
  });

  it("leave alone what isn't begun and isn't due, and what nobody does", () => {
    expect(find(task("a", { assignees: ["dana"], statusChangedMs: ago(500) }))).toBeUndefined();
    expect(find(task("a", { assignees: ["dana"], statusChangedMs: ago(500), dueMs: NOW + DAY_MS }))).toBe(
      "nudge",
    );
    expect(find(task("a", { status: "in_review", statusChangedMs: ago(500) }))).toBeUndefined();
  });

  // Seed 004:715.
  it("go to every assignee", () => {
    const two = task("a", { assignees: ["dana", "tom"], status: "in_review", statusChangedMs: ago(49) });
    expect(nudgeCandidates([two], facts).map(({ kind, to }) => [kind, to])).toEqual([
      ["nudge", "dana"],
      ["nudge", "tom"],
    ]);
  });

  it("never speak of a task more than twice within a day", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 10, maxLength: 60 }), (steps) => {
        let now = NOW;
        const said: number[] = [];
        for (const hours of steps) {
          now += hours * HOUR_MS;
          if (mayNudge(said, now)) said.push(now);
        }
        for (const at of said)
          expect(said.filter((other) => other > at - DAY_MS && other <= at).length).toBeLessThanOrEqual(2);
      }),
    );
  });
});

describe("plans", () => {
  const made = (tasks: readonly [string, readonly string[]][]) => ({
    phases: [
      {
        name: "Only",
        description: "",
        tasks: tasks.map(([title, dependencies]) => ({
          title,
          description: "",
          priority: "medium" as const,
          estimated_effort: 1,
          dependencies: [...dependencies],
          sub_tasks: [],
        })),
      },
    ],
  });

  it("lose dependencies on nothing, on themselves and in circles, and only those", () => {
    const { plan, dropped } = mendPlan(
      made([
        ["A", ["B", "a"]],
        ["B", ["C"]],
        ["C", ["A", "Nowhere"]],
      ]),
    );
    expect(plan.phases[0]?.tasks.map(({ dependencies }) => dependencies)).toEqual([["B"], [], ["A"]]);
    expect(dropped).toEqual(["A → a", "B → C", "C → Nowhere"]);
  });

  it("have no circle once they are repaired, and an order in which each task comes after what it waits for", () => {
    const title = fc.constantFrom("Strip", "Paint", "Tile", "Wire", "Inspect");
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(title, fc.array(title)), { selector: ([name]) => name, minLength: 1 }),
        (tasks) => {
          const { plan } = mendPlan(made(tasks));
          const order = inPlanOrder(plan.phases).map((one) => keyOf(one.task.title));
          expect(order).toHaveLength(tasks.length);
          for (const { taskId, dependsOnId } of planDependencies(plan))
            expect(order.indexOf(dependsOnId)).toBeLessThan(order.indexOf(taskId));
        },
      ),
    );
  });
});

describe("sums", () => {
  it("cost what the hours of each role cost", () => {
    const roles = [
      { allocation_percentage: 75, rate_per_hour: 100 },
      { allocation_percentage: 25, rate_per_hour: 60 },
    ];
    expect(costOf(10, roles)).toBe(900);
    expect(costOf(10, [])).toBe(0);
  });

  it("split to the cent, by weight, and add up exactly", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 8 }),
        (cents, weights) => {
          const parts = split(cents / 100, weights);
          expect(parts.reduce((sum, part) => sum + Math.round(part * 100), 0)).toBe(cents);
          expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
          if (weights.some((weight) => weight > 0))
            expect(parts.filter((_, at) => weights[at] === 0).every((part) => part === 0)).toBe(true);
        },
      ),
    );
  });
});
