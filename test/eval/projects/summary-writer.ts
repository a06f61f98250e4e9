/** A project's day or week in words: counts, blockers and deadlines beside the snapshot's own; what must and must not be said, by patterns; the telling itself by a judge. */
import * as z from "zod";
import { summarySchema, type Summary } from "../../../src/projects/api/project-agents.ts";
import { differing, lacking, readData, setShape, verdict, type Graded, type ProjectSet } from "./set.ts";
import { broughtFrom, dayFrom, keyOfId, snapshotSchema, standing, type SnapshotTask } from "./snapshot.ts";

const patterns = z.array(z.string()).optional();
const dataSchema = z.strictObject({
  ...setShape,
  cases: z.array(
    z.strictObject({
      id: z.string(),
      ask: z.string(),
      period: z.enum(["daily", "weekly"]),
      forClient: z.boolean().optional(),
      project: snapshotSchema,
      /** What the team must learn, for the judge; each stands in the records. */
      worthKnowing: z.array(z.string()),
      /** Patterns that stand in what the agent is given. */
      given: patterns,
      /** Patterns that a client must never read. */
      notForClient: patterns,
    }),
  ),
});
type Case = z.infer<typeof dataSchema>["cases"][number];

const DEADLINE_DAYS = 7;

export function summaryWriterSet(): ProjectSet {
  const { line, cases } = readData("summary-writer", dataSchema);
  return {
    set: "summaries",
    agent: "summary-writer",
    line,
    unit: "share",
    cases: cases.map((one) => ({
      id: one.id,
      ask: one.ask,
      projectId: one.id,
      projects: (nowMs) => [broughtFrom(one.project, one.id, nowMs)],
      input: { period: one.period, ...(one.forClient === true ? { forClient: true } : {}) },
      given: (one.given ?? []).map((pattern) => new RegExp(pattern, "iu")),
      grade: (output, nowMs) => gradeSummary(one, summarySchema.parse(output), nowMs),
      judged: (output) => {
        const { highlights, narrative, client_narrative: client } = summarySchema.parse(output);
        return {
          rubric: one.forClient === true ? "client-summary" : "summary",
          truth: one.worthKnowing,
          words: [
            ...highlights.map((said) => `- ${said}`),
            narrative,
            ...(one.forClient === true ? ["", "For the client:", client ?? "(nothing)"] : []),
          ].join("\n"),
        };
      },
    })),
  };
}

function gradeSummary(one: Case, summary: Summary, nowMs: number): Graded {
  const { project, id, period, forClient = false } = one;
  const days = period === "daily" ? 1 : 7;
  const of = (holds: (stands: ReturnType<typeof standing>) => boolean): SnapshotTask[] =>
    project.tasks.filter((task) => holds(standing(task, project.made)));
  const done = of(({ doneAgo }) => doneAgo !== null && doneAgo < days);
  const made = of(({ madeAgo }) => madeAgo < days);
  const blocked = of(({ status }) => status === "blocked");
  const today = dayFrom(nowMs, 0);
  const soon = of(({ isOpen, due }) => isOpen && due !== null && due >= 0 && due < DEADLINE_DAYS);
  const keys = (some: readonly { task_id: string }[]): string[] =>
    some.map((task) => keyOfId(id, task.task_id));
  const client = summary.client_narrative;
  return verdict([
    ...(summary.completed_count === done.length
      ? []
      : [`${summary.completed_count} finished, not ${done.length}`]),
    ...(summary.created_count === made.length
      ? []
      : [`${summary.created_count} created, not ${made.length}`]),
    ...differing(
      "blockers",
      blocked.map(({ key }) => key),
      keys(summary.blockers),
    ),
    ...summary.blockers.flatMap(({ task_id: task, duration_hours: hours }) => {
      const ago = blocked.find(({ key }) => key === keyOfId(id, task));
      const wanted = ago === undefined ? hours : 24 * standing(ago).movedAgo;
      return Math.abs(wanted - hours) <= 1 ? [] : [`${task} blocked for ${hours} h, not ${wanted}`];
    }),
    ...differing(
      "deadlines",
      soon.map(({ key }) => key),
      keys(summary.upcoming_deadlines),
    ),
    ...summary.upcoming_deadlines.flatMap(({ due_date: due }) => (due >= today ? [] : [`${due} is over`])),
    ...(summary.narrative.trim() === "" ? ["it tells nothing"] : []),
    ...(forClient || client === null ? [] : ["nobody asked for a client's text"]),
    ...(client === null ? [] : lacking(client, [], one.notForClient)),
    ...strangeNumbers(summary.narrative, summary, project),
  ]);
}

/** Counts of tasks that the narrative gives and nothing in the records bears out. */
function strangeNumbers(narrative: string, summary: Summary, { tasks, made }: Case["project"]): string[] {
  const stands = tasks.map((task) => standing(task, made));
  const open = stands.filter(({ isOpen }) => isOpen);
  const counts = new Set([
    0,
    1,
    tasks.length,
    open.length,
    summary.completed_count,
    summary.created_count,
    summary.blockers.length,
    summary.upcoming_deadlines.length,
    open.filter(({ due }) => due !== null && due < 0).length,
  ]);
  return [...narrative.matchAll(/\b(\d+) (?:open |new |overdue |blocked |finished )?tasks?\b/g)].flatMap(
    ([words, count]) => (counts.has(Number(count)) ? [] : [`it says “${words}”`]),
  );
}
