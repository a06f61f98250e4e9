/**
 * Learns from finished work: metrics are computed here, the model names patterns. The newest result is the
 * team's calibration.
 */
import { isNull } from "drizzle-orm";
import type { TenantDb } from "../../../platform/db/index.ts";
import { tags } from "../../tables/projects-more.ts";
import { DAY_MS, isoTime } from "../../../kernel/clock.ts";
import type { Json } from "../../../kernel/hash.ts";
import { learningDraftSchema, type Learning } from "../../api/project-agents.ts";
import {
  blockedHours,
  calibrate,
  estimationAccuracy,
  HOURS_PER_DAY,
  rounded,
  type Calibration,
} from "../../calculations/index.ts";
import { readFinished, type ProjectFacts } from "../facts.ts";
import { commentLines, numbered, toOneLine } from "../lines.ts";
import { withTypes } from "../typed.ts";
import type { Prepared, ProjectAgentWork, Work } from "../types.ts";

const DAYS = 180;
/** Weeks per sprint. */
const SPRINT_WEEKS = 2;
const NAMED = 25;
/** Samples from which a member or a tag is named. */
const FEWEST = 3;

export const learningAgentWork: ProjectAgentWork = { name: "learning-agent", isForTeam: true, prepare };

async function prepare({ from, deps, run, input }: Work): Promise<Prepared> {
  const [finished, named] = await Promise.all([readFinished(from, DAYS), tagNames(from.db)]);
  const facts = await withTypes(deps, run.id, finished);
  const { kinds, members, domains, impacts, output, late, dated } = figuresOf(facts, named);
  const cited = numbered([
    ...kinds.map((kind) => `Work of the kind “${kind.of}”: ${biasWords(kind)}`),
    ...impacts.map(({ words }) => words),
    ...members.map((member) => `Work of ${toOneLine(member.of, 60)}: ${biasWords(member)}`),
    ...domains.map((domain) => `Work with the tag “${toOneLine(domain.of, 60)}”: ${biasWords(domain)}`),
  ]);
  const daysOf = new Map(impacts.map(({ words, days }) => [words, days]));
  const withWords = (words: Pick<Learning, "risk_patterns" | "recommendations">): Json => {
    const learned: Learning = { ...output, ...words };
    return learned;
  };
  return {
    about: "What the team’s finished work teaches",
    request: [
      `Draw lessons from ${facts.tasks.length} tasks finished in the last ${DAYS} days. A working day is ${HOURS_PER_DAY} hours. ${late} of ${dated} with a due date were late.`,
      ...(input.words === undefined ? [] : [input.words]),
    ],
    records: cited.lines,
    events: commentLines(facts),
    find:
      facts.tasks.length === 0
        ? []
        : ["Why finished work was late or blocked, what it cost, and what helped in the end"],
    byRules: withWords({ risk_patterns: [], recommendations: adviceByRules(kinds) }),
    isEmpty: facts.tasks.length === 0,
    settle(draft) {
      const { risk_patterns: patterns, recommendations } = learningDraftSchema.parse(draft);
      const kept = patterns.flatMap(({ pattern, evidence: numbers, mitigation_that_worked }) => {
        const evidence = cited.named(numbers);
        const days = evidence.flatMap((line) => daysOf.get(line) ?? []);
        const whole = days.reduce((sum, one) => sum + one, 0);
        const typical_impact_days = days.length === 0 ? 0 : rounded(whole / days.length);
        const frequency = evidence.length;
        if (frequency === 0) return [];
        return [{ pattern, frequency, typical_impact_days, mitigation_that_worked, evidence }];
      });
      return withWords({ risk_patterns: kept, recommendations });
    },
  };
}

/** A problem and the days it cost. */
interface Impact {
  readonly words: string;
  readonly days: number;
  readonly isLate: boolean;
}

const biasWords = ({ averageEstimated, averageActual, factor, samples }: Calibration): string =>
  `estimated ${averageEstimated} h, took ${averageActual} h on average; factor ${factor} (${samples} samples).`;

async function tagNames(db: TenantDb): Promise<ReadonlyMap<string, string>> {
  const rows = await db.pick({ id: tags.id, name: tags.name }, tags, isNull(tags.deletedAt)).limit(500);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function figuresOf(facts: ProjectFacts, tagNamed: ReadonlyMap<string, string>) {
  const { tasks, nowMs, people } = facts;
  const startMs = nowMs - DAYS * DAY_MS;
  const kinds = calibrate(tasks);
  const enough = (some: readonly Calibration[]): Calibration[] =>
    some.filter(({ samples }) => samples >= FEWEST).slice(0, NAMED);
  const members = enough(calibrate(tasks, ({ assignees }) => assignees.map((id) => people.get(id) ?? "")));
  const domains = enough(calibrate(tasks, ({ tagIds }) => tagIds.map((id) => tagNamed.get(id) ?? "")));
  const all = impactsOf(facts);
  const late = all.filter(({ isLate }) => isLate).length;
  const dated = tasks.filter(({ dueMs }) => dueMs !== null).length;
  const firstMs = Math.max(startMs, Math.min(nowMs, ...tasks.map(({ completedMs }) => completedMs ?? nowMs)));
  const sprints = Math.max(1, (nowMs - firstMs) / (SPRINT_WEEKS * 7 * DAY_MS));
  const output: Omit<Learning, "risk_patterns" | "recommendations"> = {
    analysis_period: { start: isoTime(startMs), end: isoTime(nowMs) },
    velocity_metrics: {
      avg_tasks_per_sprint: rounded(tasks.length / sprints),
      completion_rate: dated === 0 ? 0 : Math.round((1 - late / dated) * 100) / 100,
      avg_estimation_accuracy: estimationAccuracy(tasks),
    },
    estimation_calibration: kinds.map((kind) => ({
      task_type: kind.of,
      ...biasFields(kind),
    })),
    by_member: members.map((member) => ({ name: member.of, ...biasFields(member) })),
    by_domain: domains.map((domain) => ({ name: domain.of, ...biasFields(domain) })),
  };
  const impacts = all.toSorted((one, other) => other.days - one.days).slice(0, NAMED);
  return { kinds, members, domains, impacts, late, dated, output };
}

function biasFields({ averageEstimated, averageActual, factor, samples }: Calibration) {
  return {
    avg_estimated: averageEstimated,
    avg_actual: averageActual,
    calibration_factor: factor,
    sample_size: samples,
  };
}

function impactsOf(facts: ProjectFacts): Impact[] {
  const { tasks, statusChanges, nowMs, refOf, projectNames } = facts;
  const hours = blockedHours(statusChanges, nowMs);
  return tasks.flatMap(({ id, title, projectId, dueMs, completedMs }): Impact[] => {
    const what = `${refOf(id)} “${toOneLine(title, 100)}” in “${toOneLine(projectNames.get(projectId) ?? "?", 60)}”`;
    const spent = hours.get(id) ?? 0;
    const days = dueMs === null || completedMs === null ? 0 : Math.ceil((completedMs - dueMs) / DAY_MS);
    return [
      ...(spent > 0
        ? [{ words: `${what} was blocked for ${spent} h.`, days: spent / 24, isLate: false }]
        : []),
      ...(days > 0 ? [{ words: `${what} was ${days} days late.`, days, isLate: true }] : []),
    ];
  });
}

function adviceByRules(kinds: ReturnType<typeof calibrate>): string[] {
  return kinds
    .filter(({ samples, factor }) => samples >= 3 && (factor >= 1.2 || factor <= 0.8))
    .slice(0, 5)
    .map(
      ({ of: type, factor, samples }) =>
        `Plan ${factor > 1 ? "more" : "less"} time for work of the kind “${type}”: it took ${factor} times its estimates (${samples} samples).`,
    );
}
