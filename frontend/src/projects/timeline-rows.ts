/** The rows of a timeline: phases in their order, their tasks below them. Pure. */
import type { Phase } from "../../../src/projects/api/projects.ts";
import type { TimelineBar } from "../../../src/projects/api/projects-tasks.ts";
import { count } from "../components/words.ts";
import { plannedSpan, isLate, spanOver, type Span } from "./schedule.ts";
import { dateOf, dateWords, dayNumber, isClosed, STATUS_WORDS } from "./task-words.ts";

/** A row: a phase's heading, or a task with its bar. Days are days since 1970, both ends included. */
export interface TimelineRow {
  readonly id: string;
  readonly kind: "phase" | "task";
  readonly bar: { readonly start: number; readonly end: number } | null;
  /** The baseline dates. */
  readonly baseline: { readonly start: number; readonly end: number } | null;
  readonly tone: "open" | "active" | "blocked" | "done" | "late";
  /** Ids of tasks that have to end before this one starts. */
  readonly after: readonly string[];
  /** All that the bar shows, in words. */
  readonly words: string;
}

export interface TaskRow extends TimelineRow {
  readonly title: string;
  readonly depth: 0 | 1;
  readonly bar0: TimelineBar | null;
}

/** A task's position on the timeline; a completed task ends when it was completed. */
export function barSpan(bar: TimelineBar): Span | null {
  const planned = plannedSpan({ ...bar, estimatedHours: null });
  if (bar.completedAt === null || planned === null) return planned;
  const end = dayNumber(bar.completedAt);
  return { start: Math.min(planned.start, end), end };
}

function baselineSpan({ baseline }: TimelineBar): Span | null {
  return baseline === null ? null : plannedSpan({ ...baseline, estimatedHours: null });
}

function toneOf(bar: TimelineBar, today: number): TimelineRow["tone"] {
  if (isClosed(bar.status)) return "done";
  if (isLate(bar, today)) return "late";
  if (bar.status === "blocked") return "blocked";
  return bar.status === "created" ? "open" : "active";
}

function barLabel(bar: TimelineBar, span: Span | null, baseline: Span | null): string {
  const parts = [
    bar.title,
    STATUS_WORDS[bar.status],
    span === null ? "no dates" : `${dateWords(dateOf(span.start))} to ${dateWords(dateOf(span.end))}`,
  ];
  if (span !== null && baseline !== null && baseline.end !== span.end) {
    const days = span.end - baseline.end;
    parts.push(`${count(Math.abs(days), "day")} ${days > 0 ? "later" : "earlier"} than the baseline`);
  }
  if (bar.dependsOn.length > 0) parts.push(`waits for ${count(bar.dependsOn.length, "task")}`);
  return parts.join(", ");
}

export function timelineRows(
  bars: readonly TimelineBar[],
  phases: readonly Phase[],
  today: number,
): TaskRow[] {
  const shown = bars.filter(({ status }) => status !== "cancelled");
  const parts = Map.groupBy(
    shown.filter(({ parentId }) => parentId !== null),
    ({ parentId }) => parentId ?? "",
  );
  const top = Map.groupBy(
    shown.filter(({ parentId }) => parentId === null),
    ({ phaseId }) => (phases.some(({ id }) => id === phaseId) ? (phaseId ?? "") : ""),
  );
  const rowOf = (bar: TimelineBar, depth: 0 | 1): TaskRow => {
    const span = barSpan(bar);
    const baseline = baselineSpan(bar);
    return {
      id: bar.id,
      kind: "task",
      bar: span,
      baseline,
      tone: toneOf(bar, today),
      after: bar.dependsOn,
      words: barLabel(bar, span, baseline),
      title: bar.title,
      depth,
      bar0: bar,
    };
  };
  const below = (of: readonly TimelineBar[]): TaskRow[] =>
    of.flatMap((bar) => [rowOf(bar, 0), ...(parts.get(bar.id) ?? []).map((part) => rowOf(part, 1))]);
  const groups = [...phases.map(({ id, name }) => [id, name] as const), ["", "No phase"] as const];
  return groups.flatMap(([id, name]) => {
    const tasks = below(top.get(id) ?? []);
    if (tasks.length === 0) return [];
    if (phases.length === 0) return tasks;
    const bar = spanOver(tasks.map((row) => row.bar));
    const phase: TaskRow = {
      id: `phase ${id}`,
      kind: "phase",
      bar,
      baseline: spanOver(tasks.map((row) => row.baseline)),
      tone: "open",
      after: [],
      words: name,
      title: name,
      depth: 0,
      bar0: null,
    };
    return [phase, ...tasks];
  });
}

/** How far the project's end has moved from the baseline; null without a baseline or without dates. */
export function drift(rows: readonly TaskRow[]): { readonly days: number; readonly end: string } | null {
  const tasks = rows.filter(({ kind }) => kind === "task");
  const now = spanOver(tasks.map(({ bar }) => bar));
  const then = spanOver(tasks.map(({ baseline }) => baseline));
  if (now === null || then === null) return null;
  return { days: now.end - then.end, end: dateOf(now.end) };
}
