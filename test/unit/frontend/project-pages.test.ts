/** The pure parts of the pages about projects: places on a board, groups of one's work, rows and days of a timeline. */
import { describe, expect, it } from "vitest";
import { orderBetween, placeFor } from "../../../frontend/src/components/board/board-places.ts";
import { plannedSpan } from "../../../frontend/src/projects/schedule.ts";
import { dayNumber, scopeWords } from "../../../frontend/src/projects/task-words.ts";
import { barSpan, drift, timelineRows } from "../../../frontend/src/projects/timeline-rows.ts";
import { isWeekend, timelineScale, timelineTicks } from "../../../frontend/src/projects/timeline-scale.ts";
import { workGroups } from "../../../frontend/src/projects/work-groups.ts";
import type { TaskLine, TimelineBar } from "../../../src/projects/api/projects-tasks.ts";

const TODAY = dayNumber("2026-11-27");

describe("a card that is let go", () => {
  const cards = ["a", "b", "c"].map((id) => ({ id }));
  it.each([
    ["c", { card: "a", edge: "top" }, { after: null }],
    ["c", { card: "a", edge: "bottom" }, { after: "a" }],
    ["a", null, { after: "c" }],
    ["b", { card: "a", edge: "bottom" }, null],
    ["new", { card: "c", edge: "bottom" }, { after: "c" }],
  ] as const)("%s on %j goes to %j", (id, on, place) => {
    expect(placeFor(cards, id, on)).toEqual(place);
  });

  it("stands between its neighbors", () => {
    expect([orderBetween(undefined, 5), orderBetween(5, undefined), orderBetween(2, 3)]).toEqual([4, 6, 2.5]);
  });
});

describe("one's work", () => {
  const due = (dueDate: string | null, status = "created") =>
    ({ id: String(dueDate), dueDate, status }) as TaskLine;
  it("is grouped by when it is due; what is over is left out", () => {
    const tasks = [
      due("2026-11-26"),
      due("2026-11-27"),
      due("2026-12-04"),
      due("2026-12-05"),
      due(null),
      due("2026-11-20", "completed"),
    ];
    expect(
      workGroups(tasks, TODAY).map(({ title, late, tasks: some }) => [title, late, some.length]),
    ).toEqual([
      ["Overdue", true, 1],
      ["Today", false, 1],
      ["Next 7 days", false, 1],
      ["Later", false, 1],
      ["No due date", false, 1],
    ]);
  });
});

describe("a timeline", () => {
  const bar = (id: string, more: Partial<TimelineBar> = {}): TimelineBar => ({
    id,
    version: 1,
    parentId: null,
    phaseId: "p1",
    title: id,
    status: "created",
    priority: "medium",
    startDate: "2026-11-23",
    dueDate: "2026-11-25",
    completedAt: null,
    dependsOn: [],
    assigneeIds: [],
    baseline: null,
    ...more,
  });
  const phases = [{ id: "p1", name: "Work" }] as never;

  it("has each phase over its tasks, parts below theirs, and what is in no phase at the end", () => {
    const rows = timelineRows(
      [
        bar("a"),
        bar("part", { parentId: "a" }),
        bar("loose", { phaseId: null }),
        bar("off", { status: "cancelled" }),
      ],
      phases,
      TODAY,
    );
    expect(rows.map(({ title, kind, depth }) => [title, kind, depth])).toEqual([
      ["Work", "phase", 0],
      ["a", "task", 0],
      ["part", "task", 1],
      ["No phase", "phase", 0],
      ["loose", "task", 0],
    ]);
    expect(rows[1]?.tone).toBe("late");
  });

  it("says how far the end has moved since it was agreed on", () => {
    const baseline = { startDate: "2026-11-23", dueDate: "2026-11-24" };
    const rows = timelineRows([bar("a", { baseline }), bar("b", { dueDate: "2026-11-28" })], phases, TODAY);
    expect(drift(rows)).toEqual({ days: 4, end: "2026-11-28" });
    expect(drift(timelineRows([bar("a")], phases, TODAY))).toBeNull();
  });

  it("ends what is done when it was done, and guesses a missing day from the estimate", () => {
    const done = bar("a", { status: "completed", completedAt: "2026-11-24T10:00:00Z" });
    expect(barSpan(done)).toEqual({ start: dayNumber("2026-11-23"), end: dayNumber("2026-11-24") });
    const dated = { startDate: null, dueDate: "2026-11-25", estimatedHours: 20 };
    expect(plannedSpan(dated)).toEqual({ start: dayNumber("2026-11-23"), end: dayNumber("2026-11-25") });
    expect(plannedSpan({ startDate: null, dueDate: null, estimatedHours: 5 })).toBeNull();
  });

  it("has a day for each day, Mondays below months", () => {
    const scale = timelineScale([{ start: TODAY - 3, end: TODAY + 3 }], TODAY, "weeks");
    expect(scale.x(TODAY + 1) - scale.x(TODAY)).toBeCloseTo(scale.dayPx);
    const { upper, lower } = timelineTicks(scale, "weeks");
    expect(upper.map(({ words }) => words)).toEqual(["November 2026", "December 2026"]);
    expect(lower.map(({ words }) => words)).toContain("23");
    expect([TODAY, TODAY + 1, TODAY + 2, TODAY + 3].map(isWeekend)).toEqual([false, true, true, false]);
  });
});

describe("seed 004:749: how far the scope has moved", () => {
  const scope = (more: object) =>
    scopeWords({
      project_id: "p1",
      baseline_task_count: 4,
      current_task_count: 4,
      scope_drift_percentage: 0,
      hours_change: 0,
      additions: [],
      removals: [],
      modifications: [],
      alert_level: "none",
      recommendation: "",
      ...more,
    });
  const removed = { original_title: "Paint", reason: "" };
  const added = { task_id: "t", title: "Tile", reason: "", duplicate_of: null };

  it.each([
    [{}, "The scope is as agreed: 4 tasks agreed, 4 now."],
    [
      { current_task_count: 2, scope_drift_percentage: -50, hours_change: -6, removals: [removed, removed] },
      "The scope shrank by 50%: 4 tasks agreed, 2 now (6 h less work).",
    ],
    [
      { current_task_count: 5, scope_drift_percentage: 25, additions: [added] },
      "The scope grew by 25%: 4 tasks agreed, 5 now.",
    ],
    [
      { scope_drift_percentage: 50, hours_change: 2, additions: [added], removals: [removed] },
      "The scope changed by 50%: 4 tasks agreed, 4 now (2 h more work).",
    ],
  ])("%j is said as %s", (more, words) => {
    expect(scope(more)).toBe(words);
  });
});
