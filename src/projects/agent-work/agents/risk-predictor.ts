/**
 * Delivery risks: the model gets measured facts and must cite them. A risk without a valid citation is
 * dropped.
 */
import { isoTime } from "../../../kernel/clock.ts";
import type { Json } from "../../../kernel/hash.ts";
import { riskDraftSchema, type Risks } from "../../api/project-agents.ts";
import { waitWords } from "../../api/wait-words.ts";
import { isOpen } from "../../calculations/index.ts";
import { readProject, type ProjectFacts } from "../facts.ts";
import { lastLearned, learnedLines } from "../learned.ts";
import { changeLines, commentLines, numbered, openBefore, taskLine } from "../lines.ts";
import { measure, type Measured } from "../measure.ts";
import type { Prepared, ProjectAgentWork, Work } from "../types.ts";

const TASKS_SHOWN = 60;
type Risk = Omit<Risks["risks"][number], "affected">;

export const riskPredictorWork: ProjectAgentWork = { name: "risk-predictor", prepare };

async function prepare({ from, run, deps, input }: Work): Promise<Prepared> {
  const facts = await readProject(from, run.projectId);
  const [measured, learned] = await Promise.all([measure(from, facts), lastLearned(deps.db)]);
  const cited = numbered([...measured.facts, ...learnedLines(learned)]);
  const before = openBefore(facts);
  const open = facts.tasks.filter(isOpen);
  const critical = new Set(measured.path.critical);
  const shown = open
    .toSorted((one, other) => Number(critical.has(other.id)) - Number(critical.has(one.id)))
    .slice(0, TASKS_SHOWN);
  const byRules = risksByRules(facts, measured);
  return {
    about: `Risks to ${facts.project?.name ?? ""}`,
    request: [
      `Assess the risks to the delivery of “${facts.project?.name ?? ""}”.`,
      ...(input.words === undefined ? [] : [input.words]),
    ],
    records: [
      ...cited.lines,
      ...shown.map((task) =>
        taskLine(task, facts, [
          ...(critical.has(task.id) ? ["critical path"] : []),
          ...(before.has(task.id)
            ? [`waits for ${(before.get(task.id) ?? []).map(facts.refOf).join(", ")}`]
            : []),
        ]),
      ),
    ],
    events: [...commentLines(facts).slice(0, 40), ...changeLines(facts)],
    find: [`What went wrong in projects like ${facts.project?.name ?? ""}: delays, blockers, causes`],
    byRules: outputOf(byRules, facts, measured, from.nowMs),
    isEmpty: open.length === 0,
    settle(draft) {
      const { risks } = riskDraftSchema.parse(draft);
      const kept = risks.flatMap((risk): Risk[] => {
        const evidence = cited.named(risk.evidence);
        if (evidence.length === 0) return [];
        const affected = risk.affected_tasks.flatMap((named) => facts.taskNamed(named)?.id ?? []);
        return [{ ...risk, risk_id: "", evidence, affected_tasks: [...new Set(affected)] }];
      });
      return outputOf(kept, facts, measured, from.nowMs);
    },
  };
}

const GRAVITY = ["critical", "high", "medium", "low"] as const;

function outputOf(risks: readonly Risk[], facts: ProjectFacts, measured: Measured, nowMs: number): Json {
  const sorted = risks.toSorted(
    (one, other) => GRAVITY.indexOf(one.severity) - GRAVITY.indexOf(other.severity),
  );
  const output: Risks = {
    risks: sorted.map((risk, at) => ({
      ...risk,
      risk_id: `R${at + 1}`,
      affected: risk.affected_tasks.flatMap((id) => {
        const task = facts.tasks.find((one) => one.id === id);
        return task === undefined ? [] : [{ task_id: id, title: task.title }];
      }),
    })),
    overall_health: healthOf(sorted, facts, measured),
    measured: [...measured.facts],
    generated_at: isoTime(nowMs),
  };
  // Mean of the confidences, for the run's record.
  const confidence = sorted.reduce((sum, risk) => sum + risk.confidence, 0) / Math.max(1, sorted.length);
  return { ...output, confidence: sorted.length === 0 ? null : confidence };
}

/** Based on measurements; the model's words alone make nothing critical. */
function healthOf(
  risks: readonly Risk[],
  { tasks }: ProjectFacts,
  measured: Measured,
): Risks["overall_health"] {
  const isLate = (measured.bufferDays ?? 1) < 0;
  const overdue = measured.overdue.at(-1) ?? 0;
  const share = overdue / Math.max(1, tasks.filter(isOpen).length);
  const isGrave = share > 0.2 || risks.some(({ severity }) => severity === "critical");
  if (isLate && isGrave) return "critical";
  const isDrifting = ["warning", "critical"].includes(measured.drifted?.level ?? "none");
  const isWarned = risks.some(({ severity }) => severity === "critical" || severity === "high");
  return isLate || overdue > 0 || isDrifting || isWarned ? "at_risk" : "on_track";
}

type Rule = (facts: ProjectFacts, measured: Measured) => Partial<Risk>[];

/** Risks found from metrics alone, without a model. Each cites words of the measured fact it rests on. */
const RULES: readonly Rule[] = [
  (_, { bufferDays, path }) =>
    bufferDays === null || bufferDays >= 0
      ? []
      : [
          {
            category: "schedule",
            severity: bufferDays < -5 ? "critical" : "high",
            description: `What is left on the critical path takes ${-bufferDays} working days longer than there are until the due date.`,
            evidence: ["project is due"],
            affected_tasks: path.critical.slice(0, 20),
            estimated_impact_days: -bufferDays,
          },
        ],
  (_, { overdue }) => {
    const [before = 0, now = 0] = [overdue[0], overdue.at(-1)];
    if (now <= before) return [];
    const description = `Overdue work grew from ${before} to ${now} tasks in four weeks.`;
    const severity = now >= before * 2 && now > 3 ? "high" : "medium";
    return [{ category: "schedule", severity, description, evidence: ["Overdue tasks at the end"] }];
  },
  ({ tasks, refOf }, { blocked, path }) =>
    blocked
      .filter(({ id }) => tasks.some((task) => task.id === id && task.status === "blocked"))
      .slice(0, 3)
      .map(({ id, hours }) => {
        const isCritical = path.critical.includes(id);
        return {
          category: "dependency",
          severity: isCritical ? "high" : "medium",
          description: `A task has been blocked for ${waitWords(hours)}${isCritical ? " on the critical path" : ""}.`,
          evidence: [`${refOf(id)} “`],
          affected_tasks: [id],
        };
      }),
  (_, { drifted }) =>
    drifted?.level !== "warning" && drifted?.level !== "critical"
      ? []
      : [
          {
            category: "scope",
            severity: drifted.level === "critical" ? "high" : "medium",
            description: `The scope has drifted by ${drifted.percentage} % from the baseline.`,
            evidence: ["Scope against the baseline"],
          },
        ],
  ({ people }, { loads: [heaviest, next] }) =>
    heaviest === undefined || next === undefined || heaviest.hours < Math.max(20, 2 * next.hours)
      ? []
      : [
          {
            category: "resource",
            severity: "medium",
            description: "One person carries more than twice as much as anyone else.",
            evidence: [`${people.get(heaviest.userId) ?? "Somebody"} has`],
          },
        ],
];

const NO_RISK = {
  risk_id: "",
  category: "quality",
  severity: "low",
  description: "",
  confidence: 0.6,
  affected_tasks: [],
  mitigation_suggestions: [],
  estimated_impact_days: 0,
} as const;

function risksByRules(facts: ProjectFacts, measured: Measured): Risk[] {
  return RULES.flatMap((rule) => rule(facts, measured)).flatMap((some): Risk[] => {
    const parts = some.evidence ?? [];
    const evidence = measured.facts.filter((fact) => parts.some((part) => fact.includes(part))).slice(0, 1);
    const { affected_tasks = [], mitigation_suggestions = [], ...rest } = some;
    return evidence.length === 0
      ? []
      : [{ ...NO_RISK, ...rest, affected_tasks, mitigation_suggestions, evidence }];
  });
}
