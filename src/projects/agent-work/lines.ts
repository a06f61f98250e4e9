/**
 * Records as lines for a model: short, one fact per line, with nothing that could close the enclosing tag.
 * Pure.
 */
import { localTime, withWeekday } from "../../kernel/local-time.ts";
import type { FoundPassage } from "../../platform/api/search-items.ts";
import { isOpen, type TaskFact } from "../calculations/index.ts";
import type { ProjectFacts } from "./facts.ts";
import { dayOf } from "../../kernel/calendar.ts";

/** The first line of every request. */
export function todayLine(nowMs: number, timeZone: string): string {
  return `Today is ${withWeekday(dayOf(nowMs, timeZone))}.`;
}

/** `1 task`, `3 tasks`. */
export function counted(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

/** Other people's words on one line, truncated. */
export function toOneLine(words: string, maxChars: number): string {
  const line = words.replace(/\s+/g, " ").replaceAll("<", "‹").replaceAll(">", "›").trim();
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1)}…`;
}

/**
 * A task with all its set fields: `T3 | Paint the hall | in progress | high | due Fri 2026-11-27 | 6 h |
 * Dana`.
 */
export function taskLine(task: TaskFact, facts: ProjectFacts, more: readonly string[] = []): string {
  const phase = facts.phases.find(({ id }) => id === task.phaseId)?.name;
  const parts = [
    facts.refOf(task.id),
    toOneLine(task.title, 120),
    task.status.replace("_", " "),
    task.priority,
    task.dueDate === null ? "no due date" : `due ${withWeekday(task.dueDate)}`,
    task.estimatedHours === null ? "no estimate" : `${task.estimatedHours} h`,
    ...(task.actualHours === null ? [] : [`${task.actualHours} h spent`]),
    ...(task.assignees.length === 0
      ? ["nobody"]
      : [task.assignees.map((id) => facts.people.get(id) ?? "?").join(", ")]),
    ...(phase === undefined ? [] : [`phase ${toOneLine(phase, 60)}`]),
    ...(facts.project === null
      ? [`project ${toOneLine(facts.projectNames.get(task.projectId) ?? "?", 60)}`]
      : []),
    ...more,
  ];
  return parts.join(" | ");
}

/** A task's description as lines; empty if it has none. */
export function descriptionLines(task: TaskFact, facts: ProjectFacts): string[] {
  return task.description.trim() === ""
    ? []
    : [`${facts.refOf(task.id)} says: ${toOneLine(task.description, 400)}`];
}

/** Names tasks in events: by short name, the first time with the title, as the records may not list the task. */
function taskNamer(facts: ProjectFacts): (taskId: string) => string {
  const told = new Set<string>();
  return (taskId) => {
    const ref = facts.refOf(taskId);
    const title = facts.taskNamed(ref)?.title;
    if (title === undefined || told.has(ref)) return ref;
    told.add(ref);
    return `${ref} “${toOneLine(title, 120)}”`;
  };
}

/** Newest first. */
export function commentLines(
  facts: ProjectFacts,
  { of, sinceMs = 0, untilMs = Infinity }: CommentsWanted = {},
): string[] {
  const nameOf = taskNamer(facts);
  return facts.comments
    .filter(({ taskId }) => of === undefined || (taskId !== null && of.has(taskId)))
    .filter(({ createdAt }) => Date.parse(createdAt) >= sinceMs && Date.parse(createdAt) < untilMs)
    .map(({ taskId, authorName, createdAt, body }) => {
      const about = taskId === null ? "project" : nameOf(taskId);
      return `${localTime(createdAt, facts.timeZone)} ${authorName} on ${about}: ${toOneLine(body, 300)}`;
    });
}

interface CommentsWanted {
  /** IDs of tasks. */
  readonly of?: ReadonlySet<string>;
  readonly sinceMs?: number;
  /** Exclusive. */
  readonly untilMs?: number;
}

/** Recent changes, newest first. */
export function changeLines(facts: ProjectFacts, sinceMs = 0): string[] {
  const nameOf = taskNamer(facts);
  return facts.changes
    .filter(({ at, entity }) => Date.parse(at) >= sinceMs && entity !== "comment")
    .map(({ at, actorName, action, entity, entityId, label, after, before }) => {
      const about = nameOf(entityId) || `${entity} ${toOneLine(label, 80)}`;
      const what = action === "updated" ? `changed ${changedWords(before, after)} of` : action;
      return `${localTime(at, facts.timeZone)} ${actorName} ${what} ${about}`;
    });
}

function changedWords(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string {
  return Object.keys(after)
    .map((field) => {
      const [was, is] = [valueText(before[field]), valueText(after[field])];
      return was === null || is === null ? field : `${field} (${was} → ${is})`;
    })
    .join(", ");
}

function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return "none";
  if (typeof value === "string") return toOneLine(value, 40);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/**
 * Search results, one per line. Titles alone and repeated texts say nothing; what belongs to another project
 * names it.
 */
export function foundLines(
  found: readonly Pick<FoundPassage, "title" | "text" | "at" | "shelf">[],
  { timeZone, projectId, projectNames }: FoundFor,
): string[] {
  const seen = new Set<string>();
  return found.flatMap(({ title, text, at, shelf = null }) => {
    const isSaid = text.trim() === title.trim() || seen.has(text.trim());
    seen.add(text.trim());
    if (isSaid) return [];
    const other = shelf === null || shelf === projectId ? undefined : projectNames.get(shelf);
    const of = other === undefined ? "" : ` (another project, “${toOneLine(other, 60)}”)`;
    return [`${withWeekday(dayOf(Date.parse(at), timeZone))} ${title}${of}: ${text}`];
  });
}

interface FoundFor {
  readonly timeZone: string;
  readonly projectId: string;
  readonly projectNames: ReadonlyMap<string, string>;
}

/** For each task, the open tasks it depends on. */
export function openBefore(
  facts: Pick<ProjectFacts, "tasks" | "dependencies">,
): ReadonlyMap<string, readonly string[]> {
  const open = new Set(facts.tasks.filter(isOpen).map(({ id }) => id));
  const edges = facts.dependencies.filter(
    ({ taskId, dependsOnId }) => open.has(taskId) && open.has(dependsOnId),
  );
  return new Map(
    [...Map.groupBy(edges, ({ taskId }) => taskId)].map(([id, some]) => [
      id,
      some.map((edge) => edge.dependsOnId),
    ]),
  );
}

/** Numbers facts (`F1: …`), and looks up the ones a model cites by number. */
export function numbered(facts: readonly string[]): {
  readonly lines: readonly string[];
  readonly named: (numbers: readonly string[]) => string[];
} {
  return {
    lines: facts.map((fact, at) => `F${at + 1}: ${fact}`),
    named: (numbers) => [
      ...new Set(
        numbers.flatMap((number) => {
          const at = /^f?(\d+)$/i.exec(number.trim())?.[1];
          return at === undefined ? [] : (facts[Number(at) - 1] ?? []);
        }),
      ),
    ],
  };
}
