/** Plans: whole, without circles, of three levels at most, and of the effort that the same work once took. A plan is drafted here from that work where code alone decides. */
import * as z from "zod";
import type { Json } from "../../../src/kernel/hash.ts";
import { wbsSchema, type Wbs, type WbsDraft } from "../../../src/projects/api/project-agents.ts";
import { lacking, readData, setShape, verdict, type Graded, type ProjectSet } from "./set.ts";
import { broughtFrom, snapshotSchema, type Snapshot } from "./snapshot.ts";

const dataSchema = z.strictObject({
  ...setShape,
  /** What the team once did, by names. */
  past: z.record(z.string(), snapshotSchema),
  cases: z.array(
    z.strictObject({
      id: z.string(),
      ask: z.string(),
      name: z.string(),
      words: z.string(),
      /** The same work as this, so many times; without tasks of it that aren't wanted. */
      like: z.string(),
      times: z.number().positive(),
      without: z.array(z.string()).optional(),
      /** Patterns, each of which a task's title has. */
      covers: z.array(z.string()).min(1),
      /** Tasks that are there already, by title; none may be planned again. */
      there: z.array(z.string()).optional(),
    }),
  ),
});
type Data = z.infer<typeof dataSchema>;
type Case = Data["cases"][number];

/** How far an effort may be from what the work took. */
const WITHIN = 0.3;

export function wbsGeneratorSet(): ProjectSet {
  const { line, past, cases } = readData("wbs-generator", dataSchema);
  return {
    set: "plans",
    agent: "wbs-generator",
    line,
    unit: "share",
    cases: cases.map((one) => {
      const like = past[one.like];
      if (like === undefined) throw new Error(`${one.id}: no past work ${one.like}`);
      const wanted = like.tasks.filter(({ key }) => one.without?.includes(key) !== true);
      const hours = wanted.reduce((sum, { spent = 0 }) => sum + spent, 0) * one.times;
      const own: Snapshot = {
        name: one.name,
        made: 2,
        tasks: (one.there ?? []).map((title, at) => ({ key: `t${at}`, title })),
      };
      return {
        id: one.id,
        ask: one.ask,
        projectId: one.id,
        projects: (nowMs) => [
          ...Object.entries(past).map(([key, project]) =>
            broughtFrom(project, `${one.id}_past_${key}`, nowMs),
          ),
          broughtFrom(own, one.id, nowMs),
        ],
        input: { words: one.words },
        // What the work took must be known to whoever is to estimate it.
        given: wanted.map(
          ({ title, spent = 0 }) => new RegExp(`in “${like.name}”: ${title} .*took ${spent} h`, "u"),
        ),
        draft: () => draftOf(wanted, one.times),
        grade: (output) => gradePlan(one, wbsSchema.parse(output), hours),
      };
    }),
  };
}

/** The same tasks with the hours they took, each after the one before it. */
function draftOf(tasks: Snapshot["tasks"], times: number): Json {
  const draft: WbsDraft = {
    phases: [
      {
        name: "The work",
        description: "",
        tasks: tasks.map(({ title, spent = 0 }, at) => ({
          title,
          description: "",
          priority: "medium",
          estimated_effort: spent * times,
          dependencies: at === 0 ? [] : [tasks[at - 1]?.title ?? ""],
          sub_tasks: [],
        })),
      },
    ],
    confidence: 0.8,
  };
  return draft;
}

function gradePlan({ covers, there = [] }: Case, plan: Wbs, hours: number): Graded {
  const titles = plan.phases.flatMap(({ tasks }) =>
    tasks.flatMap(({ title, sub_tasks: parts }) => [title, ...parts.map((part) => part.title)]),
  );
  const off = plan.total_effort / hours - 1;
  return verdict([
    ...brokenIn(plan),
    ...(Math.abs(off) <= WITHIN ? [] : [`${plan.total_effort} h where the same work took ${hours} h`]),
    ...lacking(titles.join("\n"), covers),
    ...there.flatMap((title) =>
      titles.some((one) => one.toLowerCase() === title.toLowerCase()) ? [`“${title}” is there already`] : [],
    ),
  ]);
}

/** What is wrong with a plan's form, told by itself: sums, names, circles. Its levels are those of its schema. */
export function brokenIn(plan: Wbs): string[] {
  const tasks = plan.phases.flatMap((phase) => phase.tasks);
  const titles = tasks.map(({ title }) => title.toLowerCase());
  const twice = titles.filter((title, at) => titles.indexOf(title) !== at);
  const after = new Map(
    tasks.map(({ title, dependencies }) => [
      title.toLowerCase(),
      dependencies.map((one) => one.toLowerCase()),
    ]),
  );
  const lost = [...after.values()].flat().filter((title) => !after.has(title));
  const sum = tasks.reduce((whole, { estimated_effort: effort }) => whole + effort, 0);
  return [
    ...(tasks.length === 0 ? ["no tasks"] : []),
    ...twice.map((title) => `“${title}” stands twice`),
    ...lost.map((title) => `something waits for “${title}”, which isn't there`),
    ...(titles.some((title) => reaches(title, title, after))
      ? ["tasks wait for each other in a circle"]
      : []),
    ...(Math.abs(sum - plan.total_effort) < 0.5
      ? []
      : [`${plan.total_effort} h in all, but the tasks make ${sum} h`]),
    ...tasks.flatMap(({ title, estimated_effort: effort, sub_tasks: parts }) => {
      const whole = parts.reduce((all, part) => all + part.estimated_effort, 0);
      return parts.length === 0 || whole === 0 || Math.abs(whole - effort) < 0.1
        ? []
        : [`“${title}” has ${effort} h, its parts ${whole} h`];
    }),
    ...tasks.flatMap(({ title, estimated_effort: effort }) =>
      effort > 0 ? [] : [`“${title}” takes no time`],
    ),
  ];
}

/** Whether `to` is met on the way back from `from`. */
function reaches(from: string, to: string, after: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const queue = [...(after.get(from) ?? [])];
  for (let title = queue.pop(); title !== undefined; title = queue.pop()) {
    if (title === to) return true;
    if (seen.has(title)) continue;
    seen.add(title);
    queue.push(...(after.get(title) ?? []));
  }
  return false;
}
