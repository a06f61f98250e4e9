/** What finished work teaches: figures beside sums made here, kinds of work that need other estimates, and patterns that rest on what was measured. */
import * as z from "zod";
import { learningSchema, type Learning } from "../../../src/projects/api/project-agents.ts";
import { differing, lacking, readData, setShape, verdict, type Graded, type ProjectSet } from "./set.ts";
import { broughtFrom, snapshotSchema, standing, type SnapshotTask } from "./snapshot.ts";

const dataSchema = z.strictObject({
  ...setShape,
  cases: z.array(
    z.strictObject({
      id: z.string(),
      ask: z.string(),
      projects: z.array(snapshotSchema).min(1),
      /** Kinds of work that must be advised to plan `more` or `less` for; no others may be. */
      advise: z.record(z.string(), z.enum(["more", "less"])),
      /** What a model must see: patterns, each of them in the words of a pattern it names. */
      sees: z.array(z.string()).optional(),
      given: z.array(z.string()).optional(),
    }),
  ),
});
type Case = z.infer<typeof dataSchema>["cases"][number];

export function learningAgentSet(): ProjectSet {
  const { line, cases } = readData("learning-agent", dataSchema);
  return {
    set: "lessons",
    agent: "learning-agent",
    line,
    unit: "share",
    cases: cases.map((one) => ({
      id: one.id,
      ask: one.ask,
      projectId: "",
      projects: (nowMs) => one.projects.map((project, at) => broughtFrom(project, `${one.id}_${at}`, nowMs)),
      input: {},
      given: (one.given ?? []).map((pattern) => new RegExp(pattern, "iu")),
      grade: (output) => gradeLessons(one, learningSchema.parse(output)),
      wordsOf: (output) => {
        const { risk_patterns: patterns } = learningSchema.parse(output);
        return lacking(patterns.map(({ pattern }) => pattern).join("\n"), one.sees);
      },
    })),
  };
}

/** The kind of a task: what its title begins with. */
const kindOf = ({ title }: SnapshotTask): string => title.split(" ")[0]?.toLowerCase() ?? "";
const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

function gradeLessons({ projects, advise }: Case, learned: Learning): Graded {
  const done = projects.flatMap(({ tasks, made }) =>
    tasks.flatMap((task) => {
      const stands = standing(task, made);
      return stands.doneAgo === null || stands.doneAgo > 180
        ? []
        : [{ task, ...stands, doneAgo: stands.doneAgo }];
    }),
  );
  const sized = done.filter(({ task }) => (task.hours ?? 0) > 0 && (task.spent ?? 0) > 0);
  const kinds = Map.groupBy(sized, ({ task }) => kindOf(task));
  const dated = done.filter(({ due }) => due !== null);
  const late = dated.filter(({ due, doneAgo }) => -doneAgo > (due ?? 0) + 1).length;
  const rate = dated.length === 0 ? 0 : Math.round((1 - late / dated.length) * 100) / 100;
  const told = learned.estimation_calibration;
  const patterns = learned.risk_patterns.filter(({ evidence }) => evidence.length === 0);
  return verdict([
    ...differing(
      "kinds",
      [...kinds.keys()],
      told.map(({ task_type: kind }) => kind),
    ),
    ...told.flatMap(
      ({
        task_type: kind,
        avg_estimated: estimated,
        avg_actual: actual,
        sample_size: samples,
        calibration_factor: factor,
      }) => {
        const some = kinds.get(kind) ?? [];
        const mean = (of: (task: SnapshotTask) => number): number =>
          oneDecimal(some.reduce((sum, { task }) => sum + of(task), 0) / Math.max(1, some.length));
        const [wanted, took] = [mean(({ hours = 0 }) => hours), mean(({ spent = 0 }) => spent)];
        const isBetween = Math.min(1, took / wanted) <= factor && factor <= Math.max(1, took / wanted);
        return samples === some.length && estimated === wanted && actual === took && isBetween
          ? []
          : [
              `${kind}: ${estimated} h, ${actual} h, factor ${factor} of ${samples}, not ${wanted} h, ${took} h of ${some.length}`,
            ];
      },
    ),
    ...(learned.velocity_metrics.completion_rate === rate
      ? []
      : [`${learned.velocity_metrics.completion_rate} on time, not ${rate}`]),
    ...Object.entries(advise).flatMap(([kind, way]) =>
      learned.recommendations.some((one) => one.toLowerCase().includes(kind) && saysWay(one, way))
        ? []
        : [`no advice to plan ${way} for ${kind}`],
    ),
    ...patterns.map(({ pattern }) => `“${pattern}” rests on nothing`),
  ]);
}

/** By a word or by the factor to plan with. */
function saysWay(advice: string, way: "more" | "less"): boolean {
  const factor = Number(/\bfactor(?: of)? (\d+(?:\.\d+)?)/i.exec(advice)?.[1] ?? 1);
  return way === "more"
    ? factor > 1 || /\b(more|longer|add|increase|raise|higher|times its estimate)/i.test(advice)
    : factor < 1 || /\b(less|shorter|reduce|lower|fewer|cut)/i.test(advice);
}
