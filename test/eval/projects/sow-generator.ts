/** Statements of work: hours, cost, shares, payments and dates beside sums made here, everything of the project in it or said to be left out; and of a model's words what they must and must not say. */
import * as z from "zod";
import { sowSchema, type Sow } from "../../../src/projects/api/project-agents.ts";
import { lacking, readData, setShape, verdict, type Graded, type ProjectSet } from "./set.ts";
import { broughtFrom, dayFrom, snapshotSchema, standing } from "./snapshot.ts";

const patterns = z.array(z.string()).optional();
const dataSchema = z.strictObject({
  ...setShape,
  cases: z.array(
    z.strictObject({
      id: z.string(),
      ask: z.string(),
      words: z.string().optional(),
      project: snapshotSchema,
      rates: z.record(z.string(), z.number()),
      /** Patterns that stand among what is to be settled first. */
      open: patterns,
      /** Patterns that stand in a model's words, and that don't. */
      must: patterns,
      never: patterns,
    }),
  ),
});
type Case = z.infer<typeof dataSchema>["cases"][number];

export function sowGeneratorSet(): ProjectSet {
  const { line, cases } = readData("sow-generator", dataSchema);
  return {
    set: "statements of work",
    agent: "sow-generator",
    line,
    unit: "share",
    cases: cases.map((one) => ({
      id: one.id,
      ask: one.ask,
      rates: one.rates,
      projectId: one.id,
      projects: (nowMs) => [broughtFrom(one.project, one.id, nowMs)],
      input: one.words === undefined ? {} : { words: one.words },
      given: (one.must ?? []).map((pattern) => new RegExp(pattern, "iu")),
      grade: (output, nowMs) => gradeStatement(one, sowSchema.parse(output), nowMs),
      wordsOf: (output) => {
        const {
          title,
          executive_summary: summary,
          scope_of_work: scope,
          terms_and_conditions: terms,
          deliverables,
        } = sowSchema.parse(output);
        const words = JSON.stringify([title, summary, scope, terms, deliverables]);
        return lacking(words, one.must, one.never);
      },
    })),
  };
}

const sumOf = (some: readonly number[]): number => some.reduce((sum, one) => sum + one, 0);
const cents = (amount: number): number => Math.round(amount * 100);

function gradeStatement({ project, rates, open = [] }: Case, sow: Sow, nowMs: number): Graded {
  const counted = project.tasks.filter((task) => standing(task, project.made).status !== "cancelled");
  const whole = counted.filter(({ partOf }) => partOf === undefined);
  const hoursOf = (key: string): number => {
    const parts = counted.filter(({ partOf, hours }) => partOf === key && hours !== undefined);
    const own = counted.find((task) => task.key === key)?.hours ?? 0;
    return parts.length === 0 ? own : sumOf(parts.map(({ hours = 0 }) => hours));
  };
  const points = sow.open_points.join("\n");
  const left = Number(/^In no deliverable: \d+ tasks? \(([\d.]+) h\)/m.exec(points)?.[1] ?? 0);
  const hours = sumOf(whole.map(({ key }) => hoursOf(key))) - left;
  const perHour = sumOf(
    sow.resource_plan.map((role) => (role.rate_per_hour * role.allocation_percentage) / 100),
  );
  const total = sow.total_estimated_cost;
  const lastDue = whole.flatMap(({ due }) => due ?? []).toSorted((a, b) => b - a)[0];
  const dates = new Set([
    null,
    ...whole.flatMap(({ due }) => (due === undefined ? [] : [dayFrom(nowMs, due)])),
  ]);
  return verdict([
    ...(sow.client_name === (project.client ?? "") ? [] : [`for ${sow.client_name}`]),
    ...near("hours", sow.total_effort_hours, hours),
    ...near(
      "hours of its deliverables",
      sumOf(sow.deliverables.map((one) => one.estimated_effort_hours)),
      hours,
    ),
    ...near("cost", total, hours * perHour, 1),
    ...(cents(sumOf(sow.deliverables.map((one) => one.estimated_cost))) === cents(total)
      ? []
      : ["deliverables cost otherwise"]),
    ...(total === 0 || cents(sumOf(sow.payment_schedule.map(({ amount }) => amount))) === cents(total)
      ? []
      : ["payments make another sum"]),
    ...(sow.resource_plan.length === 0
      ? []
      : near("shares", sumOf(sow.resource_plan.map((one) => one.allocation_percentage)), 100)),
    ...sow.resource_plan.flatMap(({ role, rate_per_hour: rate }) =>
      rates[role] === rate ? [] : [`${role} at ${rate}`],
    ),
    ...(Object.keys(rates).length > 0 && total === 0 && hours > 0 ? ["it costs nothing"] : []),
    ...sow.timeline.milestones.flatMap(({ name, date }) => (dates.has(date) ? [] : [`${name} on ${date}`])),
    ...endOf(sow, project.due ?? lastDue, nowMs),
    ...lacking(points, open),
  ]);
}

function near(what: string, is: number, wanted: number, by = 0.1): string[] {
  return Math.abs(is - wanted) <= by ? [] : [`${is} ${what}, not ${wanted}`];
}

function endOf({ timeline }: Sow, due: number | undefined, nowMs: number): string[] {
  const wanted = due === undefined ? null : dayFrom(nowMs, due);
  return timeline.end_date === wanted ? [] : [`it ends ${timeline.end_date}, not ${wanted}`];
}
