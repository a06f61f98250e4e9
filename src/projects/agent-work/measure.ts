/** A project's metrics as facts in words, for the agents that judge by them and for people. */
import {
  blockedHours,
  drift,
  HOURS_PER_DAY,
  isOpen,
  loads,
  overdueByWeek,
  remainingPath,
  rounded,
  velocity,
  VELOCITY_WEEKS,
  wasOverdue,
  type CurrentTask,
} from "../calculations/index.ts";
import { readBaseline, type FactsFrom, type ProjectFacts } from "./facts.ts";
import { withWeekday } from "../../kernel/local-time.ts";
import { counted, toOneLine, openBefore } from "./lines.ts";
import { DAY_MS } from "../../kernel/clock.ts";

export interface Measured {
  readonly path: ReturnType<typeof remainingPath>;
  readonly overdue: readonly number[];
  readonly drifted: ReturnType<typeof drift> | null;
  /**
   * Working days between the end of the critical path and the project’s due date; negative if late. Null
   * without a due date.
   */
  readonly bufferDays: number | null;
  readonly blocked: readonly { readonly id: string; readonly hours: number }[];
  readonly loads: ReturnType<typeof loads>;
  /** In words, one per line. */
  readonly facts: readonly string[];
}

const WEEKS = 4;
const NAMED = 5;

export async function measure(from: FactsFrom, facts: ProjectFacts): Promise<Measured> {
  const { nowMs, tasks, dependencies } = facts;
  const path = remainingPath(tasks, dependencies);
  const overdue = overdueByWeek(tasks, nowMs, WEEKS);
  const drifted = await driftOf(from, facts);
  const hours = blockedHours(facts.statusChanges, nowMs);
  const blocked = [...hours].map(([id, spent]) => ({ id, hours: spent })).sort((a, b) => b.hours - a.hours);
  const bufferDays = bufferOf(facts, path.lengthDays);
  const carried = loads(tasks, nowMs);
  const measured = { path, overdue, drifted, bufferDays, blocked, loads: carried };
  return { ...measured, facts: factsOf(facts, measured) };
}

/** Drift from the baseline; null if there is none. */
export async function driftOf(from: FactsFrom, facts: ProjectFacts): Promise<Measured["drifted"]> {
  const baseline = facts.project === null ? null : await readBaseline(from, facts.project);
  if (baseline === null) return null;
  const phases = new Map(facts.phases.map(({ id, name }) => [id, name]));
  const phaseOf = (id: string | null): string | null => (id === null ? null : (phases.get(id) ?? null));
  const current = facts.tasks.map((task): CurrentTask => ({ ...task, phase: phaseOf(task.phaseId) }));
  return drift(
    baseline.map((task) => ({ ...task, id: task.taskId, phase: phaseOf(task.phaseId) })),
    current,
    facts.project?.scopeAlertPercent,
  );
}

function bufferOf({ project, nowMs }: ProjectFacts, lengthDays: number): number | null {
  if (project?.dueDate === null || project === null) return null;
  const days = (Date.parse(`${project.dueDate}T23:59:59Z`) - nowMs) / DAY_MS;
  // Five of seven days are working days.
  return rounded((days * 5) / 7 - lengthDays);
}

function factsOf(facts: ProjectFacts, measured: Omit<Measured, "facts">): string[] {
  const { path, drifted } = measured;
  const open = facts.tasks.filter(isOpen);
  const unassigned = open.filter(({ assignees }) => assignees.length === 0).length;
  return [
    speedFact(facts, open.length),
    pathFact(facts, path),
    dueFact(facts, measured.bufferDays),
    overdueFact(facts, measured.overdue),
    ...blockedFacts(facts, measured.blocked),
    ...dateFacts(facts),
    ...(drifted === null ? [] : [driftFact(drifted)]),
    ...measured.loads.slice(0, NAMED).map((load) => loadFact(facts, load)),
    ...(unassigned === 0 ? [] : [`Open and assigned to nobody: ${counted(unassigned, "task")}.`]),
    ...(path.unestimated.length === 0
      ? []
      : [`Open and without an estimate: ${counted(path.unestimated.length, "task")}.`]),
  ];
}

function taskName({ tasks, refOf }: ProjectFacts, id: string): string {
  const task = tasks.find((one) => one.id === id);
  return task === undefined ? "a task" : `${refOf(id)} “${toOneLine(task.title, 80)}”`;
}

function speedFact({ tasks, nowMs }: ProjectFacts, open: number): string {
  const speeds = VELOCITY_WEEKS.map((weeks) => velocity(tasks, nowMs, weeks)).map(
    ({ weeks, perWeek, hoursPerWeek }) =>
      `${counted(perWeek, "task")} (${hoursPerWeek} h) a week over ${weeks} weeks`,
  );
  return `Velocity: ${speeds.join("; ")}. Open: ${counted(open, "task")}.`;
}

function pathFact(facts: ProjectFacts, { critical, lengthHours, lengthDays }: Measured["path"]): string {
  if (critical.length === 0) return "Nothing is left on the critical path.";
  const shown = critical.slice(0, 8).map((id) => taskName(facts, id));
  const more = critical.length > 8 ? ` and ${critical.length - 8} more` : "";
  return `The critical path is ${lengthHours} h (${counted(lengthDays, "working day")}) long: ${shown.join(" → ")}${more}.`;
}

function dueFact({ project }: ProjectFacts, bufferDays: number | null): string {
  if (bufferDays === null) return "The project has no due date.";
  const [days, than] = bufferDays >= 0 ? [bufferDays, "more"] : [-bufferDays, "fewer"];
  return `The project is due ${withWeekday(project?.dueDate ?? "")}: ${counted(days, "working day")} ${than} than the critical path needs.`;
}

function overdueFact(facts: ProjectFacts, weeks: readonly number[]): string {
  const late = facts.tasks.filter((task) => wasOverdue(task, facts.nowMs)).slice(0, NAMED);
  const which = late.length === 0 ? "" : `: ${late.map(({ id }) => taskName(facts, id)).join(", ")}`;
  return `Overdue tasks at the end of the last weeks: ${weeks.join(", ")} (now ${weeks.at(-1) ?? 0})${which}.`;
}

function blockedFacts(facts: ProjectFacts, blocked: Measured["blocked"]): string[] {
  return blocked.slice(0, NAMED).map(({ id, hours }) => {
    const isStill = facts.tasks.some((task) => task.id === id && task.status === "blocked");
    return `${taskName(facts, id)} was blocked for ${hours} h in the last eight weeks${isStill ? " and still is" : ""}.`;
  });
}

/** Due dates that can't all hold: after the project's own, or before those of tasks they wait for. */
function dateFacts(facts: ProjectFacts): string[] {
  const open = new Map(facts.tasks.filter(isOpen).map((task) => [task.id, task]));
  const dueOf = (id: string): string => open.get(id)?.dueDate ?? "";
  const end = facts.project?.dueDate ?? "";
  const late = end === "" ? [] : [...open.keys()].filter((id) => dueOf(id) > end);
  const early = [...openBefore(facts)].flatMap(([id, before]) =>
    before.filter((other) => dueOf(id) !== "" && dueOf(id) < dueOf(other)).map((other) => ({ id, other })),
  );
  return [
    ...late
      .slice(0, NAMED)
      .map(
        (id) => `${taskName(facts, id)} is due ${withWeekday(dueOf(id))}, after the project's own due date.`,
      ),
    ...early
      .slice(0, NAMED)
      .map(
        ({ id, other }) =>
          `${taskName(facts, id)} is due ${withWeekday(dueOf(id))}, before ${taskName(facts, other)}, which it waits for (due ${withWeekday(dueOf(other))}).`,
      ),
  ];
}

function driftFact({ percentage, additions, removals, hoursChange }: ReturnType<typeof drift>): string {
  const sign = hoursChange >= 0 ? "+" : "";
  return `Scope against the baseline: ${percentage} % (${additions.length} added, ${removals.length} taken out, ${sign}${hoursChange} h).`;
}

function loadFact({ people }: ProjectFacts, load: Measured["loads"][number]): string {
  const { userId, openTasks, hours, overdue, days } = load;
  return `${people.get(userId) ?? "Somebody"} has ${counted(openTasks, "open task")}, ${hours} h (${counted(days, "working day")} of ${HOURS_PER_DAY} h), ${overdue} overdue.`;
}
