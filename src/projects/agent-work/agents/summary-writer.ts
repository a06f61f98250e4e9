/**
 * Daily or weekly project summary: counts, blockers and deadlines come from the records, the wording from the
 * model.
 */
import type { Json } from "../../../kernel/hash.ts";
import { DAY_MS, isoTime } from "../../../kernel/clock.ts";
import { summaryDraftSchema, type Summary } from "../../api/project-agents.ts";
import { waitWords } from "../../api/wait-words.ts";
import { blockedHours, isOpen, wasOverdue, type TaskFact } from "../../calculations/index.ts";
import { readProject, type ProjectFacts } from "../facts.ts";
import { changeLines, commentLines, descriptionLines, taskLine } from "../lines.ts";
import type { Prepared, ProjectAgentWork, Work } from "../types.ts";

const DEADLINES = 10;
const BLOCKERS = 20;

export const summaryWriterWork: ProjectAgentWork = { name: "summary-writer", prepare };

interface Period {
  readonly name: Summary["period"];
  readonly startMs: number;
  readonly endMs: number;
}

async function prepare({ from, run, input }: Work): Promise<Prepared> {
  const facts = await readProject(from, run.projectId);
  const name = input.period ?? "weekly";
  const days = name === "daily" ? 1 : 7;
  const period: Period = { name, startMs: from.nowMs - days * DAY_MS, endMs: from.nowMs };
  const counted = countsOf(facts, period);
  const { done, made, blocked, overdue, soon } = counted;
  const forClient = input.forClient === true;
  return {
    about: `${name === "daily" ? "Daily" : "Weekly"} summary of ${facts.project?.name ?? ""}`,
    request: [
      `Sum up the last ${days === 1 ? "day" : "seven days"} of “${facts.project?.name ?? ""}”.`,
      forClient ? "Write a client_narrative too." : "client_narrative is null.",
      ...(input.words === undefined ? [] : [input.words]),
    ],
    records: [
      `Finished: ${done.length}. Created: ${made.length}. Blocked now: ${blocked.length}. Overdue now: ${overdue.length}. Open: ${facts.tasks.filter(isOpen).length}.`,
      ...done.map((task) => `finished: ${taskLine(task, facts, clientMark(task))}`),
      ...blocked.map(({ task, hours }) => `blocked for ${hours} h: ${taskLine(task, facts)}`),
      ...overdue.map((task) => `overdue: ${taskLine(task, facts)}`),
      ...soon.map((task) => `due soon: ${taskLine(task, facts, clientMark(task))}`),
      ...made.map((task) => `new: ${taskLine(task, facts)}`),
      ...blocked.flatMap(({ task }) => descriptionLines(task, facts)),
      ...commentLines(facts, {
        of: new Set(blocked.map(({ task }) => task.id)),
        untilMs: period.startMs,
      }).map((line) => `before this period: ${line}`),
    ],
    events: [
      ...commentLines(facts, { sinceMs: period.startMs }).slice(0, 60),
      ...changeLines(facts, period.startMs),
    ],
    find: [],
    byRules: outputOf(period, counted, wordsByRules(facts, counted, period)),
    settle(draft) {
      const said = summaryDraftSchema.parse(draft);
      const why = new Map(
        said.blockers.flatMap(({ task_id: named, description }) => {
          const task = facts.taskNamed(named);
          return task === null ? [] : [[task.id, description]];
        }),
      );
      const client = forClient ? said.client_narrative : null;
      return outputOf(period, counted, {
        ...said,
        why,
        client_narrative: client === null ? null : withoutInternals(client, facts),
      });
    },
  };
}

interface Words extends Pick<Summary, "highlights" | "narrative" | "client_narrative"> {
  readonly why: ReadonlyMap<string, string>;
}

type Counts = ReturnType<typeof countsOf>;

function countsOf(facts: ProjectFacts, { startMs, endMs }: Period) {
  const within = (ms: number | null): boolean => ms !== null && ms > startMs && ms <= endMs;
  const hours = blockedHours(facts.statusChanges, endMs);
  const open = facts.tasks.filter(isOpen);
  return {
    done: facts.tasks.filter(({ status, completedMs }) => status === "completed" && within(completedMs)),
    made: facts.tasks.filter(({ createdMs }) => within(createdMs)),
    blocked: open
      .filter(({ status }) => status === "blocked")
      .map((task) => ({
        task,
        hours: hours.get(task.id) ?? Math.round((endMs - task.statusChangedMs) / 3_600_000),
      }))
      .sort((one, other) => other.hours - one.hours)
      .slice(0, BLOCKERS),
    overdue: open.filter((task) => wasOverdue(task, endMs)),
    soon: open
      .filter(({ dueMs }) => dueMs !== null && dueMs >= endMs && dueMs <= endMs + 7 * DAY_MS)
      .sort((one, other) => (one.dueMs ?? 0) - (other.dueMs ?? 0))
      .slice(0, DEADLINES),
  };
}

function outputOf(period: Period, counts: Counts, words: Words): Json {
  const output: Summary = {
    period: period.name,
    date_range: { start: isoTime(period.startMs), end: isoTime(period.endMs) },
    highlights: words.highlights,
    completed_count: counts.done.length,
    created_count: counts.made.length,
    blockers: counts.blocked.map(({ task, hours }) => ({
      task_id: task.id,
      title: task.title,
      description: words.why.get(task.id) ?? "No reason on record.",
      duration_hours: hours,
    })),
    upcoming_deadlines: counts.soon.map(({ id, title, dueDate }) => ({
      task_id: id,
      title,
      due_date: dueDate ?? "",
    })),
    narrative: words.narrative,
    client_narrative: words.client_narrative,
  };
  return output;
}

/** The summary without a model, from the counts alone. */
function wordsByRules(facts: ProjectFacts, counts: Counts, { name }: Period): Words {
  const { done, made, blocked, overdue } = counts;
  const since = name === "daily" ? "Since yesterday" : "In the last seven days";
  return {
    highlights: [
      ...done.slice(0, 5).map(({ title }) => `Finished: ${title}`),
      ...blocked.slice(0, 3).map(({ task, hours }) => `Blocked for ${waitWords(hours)}: ${task.title}`),
    ],
    narrative: `${since}, ${done.length} ${done.length === 1 ? "task was" : "tasks were"} finished and ${made.length} created in ${facts.project?.name ?? "the project"}. ${blocked.length} ${blocked.length === 1 ? "is" : "are"} blocked, ${overdue.length} overdue.`,
    client_narrative: null,
    why: new Map(),
  };
}

function clientMark({ clientVisible }: TaskFact): string[] {
  return clientVisible ? ["client"] : [];
}

/** Client-facing text must not name team members or task references: such sentences are removed. */
function withoutInternals(text: string, facts: ProjectFacts): string | null {
  const names = [...facts.people.values()].flatMap((name) => [name, name.split(" ")[0] ?? name]);
  const hidden = facts.tasks
    .filter(({ clientVisible }) => !clientVisible)
    .map(({ title }) => title.toLowerCase());
  const kept = text
    .split(/(?<=[.!?])\s+/)
    .filter(
      (sentence) =>
        !/\bT\d+\b|\bAI\b|\bconfidence\b|\bestimat|\bvelocity\b/i.test(sentence) &&
        !names.some((name) => name.length > 2 && new RegExp(`\\b${escaped(name)}\\b`, "u").test(sentence)) &&
        !hidden.some((title) => title.length > 8 && sentence.toLowerCase().includes(title)),
    )
    .join(" ")
    .trim();
  return kept === "" ? null : kept;
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
