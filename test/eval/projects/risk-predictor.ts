/** Risks to projects as they once stood, beside those that came true: what was named of them, and that a calm one is called calm. */
import * as z from "zod";
import { riskSchema, type Risks } from "../../../src/projects/api/project-agents.ts";
import { readData, setShape, type Graded, type ProjectSet } from "./set.ts";
import { broughtFrom, keyOfId, snapshotSchema } from "./snapshot.ts";

const cameTrueSchema = z.strictObject({
  /** Any of these is the kind of it. */
  category: z.array(z.enum(["schedule", "scope", "resource", "dependency", "quality"])).min(1),
  /** Tasks of which at least one must be named by it, in its words or as affected. */
  about: z.array(z.string()).optional(),
  /** What became of it, for people. */
  became: z.string(),
});

const dataSchema = z.strictObject({
  ...setShape,
  cases: z.array(
    z.strictObject({
      id: z.string(),
      ask: z.string(),
      project: snapshotSchema,
      cameTrue: z.array(cameTrueSchema),
      health: z.array(z.enum(["on_track", "at_risk", "critical"])).min(1),
    }),
  ),
});
type Case = z.infer<typeof dataSchema>["cases"][number];

export function riskPredictorSet(): ProjectSet {
  const { line, cases } = readData("risk-predictor", dataSchema);
  return {
    set: "risks",
    agent: "risk-predictor",
    line,
    unit: "recall",
    cases: cases.map((one) => ({
      id: one.id,
      ask: one.ask,
      projectId: one.id,
      projects: (nowMs) => [broughtFrom(one.project, one.id, nowMs)],
      input: {},
      grade: (output) => gradeRisks(one, riskSchema.parse(output)),
    })),
  };
}

/** Counts the risks that came true and were named. A wrong state of health, or a grave risk to a project without any, takes one away. */
function gradeRisks({ id, project, cameTrue, health }: Case, { risks, overall_health: is }: Risks): Graded {
  const missed = cameTrue.filter(
    ({ category, about }) =>
      !risks.some(
        (risk) =>
          category.includes(risk.category) &&
          (about === undefined || about.some((key) => names(risk, key, project, id))),
      ),
  );
  const grave = cameTrue.length > 0 ? [] : risks.filter(({ severity }) => /critical|high/.test(severity));
  const why = [
    ...missed.map(({ category, became }) => `no risk of ${category.join(" or ")}: ${became}`),
    ...(health.includes(is) ? [] : [`it stands ${is}`]),
    ...grave.map(({ description }) => `nothing came of “${description}”`),
  ];
  const found = cameTrue.length - missed.length - (health.includes(is) ? 0 : 1) - grave.length;
  return { right: why.length === 0, why: why.join("; "), value: found, weight: cameTrue.length };
}

function names(risk: Risks["risks"][number], key: string, project: Case["project"], id: string): boolean {
  const title = project.tasks.find((task) => task.key === key)?.title.toLowerCase();
  if (title === undefined) throw new Error(`${id}: no task ${key}`);
  const words = [risk.description, ...risk.evidence].join("\n").toLowerCase();
  return risk.affected_tasks.some((task) => keyOfId(id, task) === key) || words.includes(title);
}
