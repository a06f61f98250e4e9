/** An agent's output, rendered by its shape. Text is shown as text; unreadable output is shown raw. */
import { Suspense, type ReactNode } from "react";
import type * as z from "zod";
import {
  learningSchema,
  nudgesSchema,
  riskSchema,
  scopeSchema,
  sowSchema,
  summarySchema,
  wbsSchema,
  whatsNextSchema,
  type EstimateBias,
  type Learning,
  type Nudges,
  type ProjectAgentName,
  type Risks,
  type Scope,
  type Sow,
  type Summary,
  type Wbs,
  type WhatsNext,
} from "../../../src/projects/api/project-agents.ts";
import { waitWords } from "../../../src/projects/api/wait-words.ts";
import { Notice } from "../components/notice.tsx";
import { clipped } from "../components/text-pieces.ts";
import { Markdown } from "../components/lazy-markdown.ts";
import { count, withoutEmphasis } from "../components/words.ts";
import { TaskLink } from "./task-link.tsx";
import { dateWords, hoursWords, PRIORITY_WORDS, scopeWords } from "./task-words.ts";

export function AgentOutput({ agent, output }: { agent: ProjectAgentName; output: unknown }): ReactNode {
  const read = <Output,>(schema: z.ZodType<Output>, draw: (output: Output) => ReactNode): ReactNode => {
    const parsed = schema.safeParse(output);
    return parsed.success ? draw(parsed.data) : <Raw output={output} />;
  };
  switch (agent) {
    case "wbs-generator":
      return read(wbsSchema, (wbs) => <Plan wbs={wbs} />);
    case "whats-next":
      return read(whatsNextSchema, (next) => <Next next={next} />);
    case "summary-writer":
      return read(summarySchema, (summary) => <SummaryView summary={summary} />);
    case "risk-predictor":
      return read(riskSchema, (risks) => <RiskList risks={risks} />);
    case "ai-pm":
      return read(nudgesSchema, (nudges) => <NudgeList nudges={nudges} />);
    case "scope-detector":
      return read(scopeSchema, (scope) => <ScopeView scope={scope} />);
    case "learning-agent":
      return read(learningSchema, (learning) => <LearningView learning={learning} />);
    case "sow-generator":
      return read(sowSchema, (sow) => <SowView sow={sow} />);
    // These answer in place.
    case "nl-query":
    case "writing-assistant":
      return null;
  }
}

function Raw({ output }: { output: unknown }) {
  return (
    <pre className="max-h-60 overflow-auto rounded bg-kumo-recessed p-2 text-xs">
      {JSON.stringify(output, null, 2).slice(0, 20_000)}
    </pre>
  );
}

const LINK = "text-kumo-link hover:underline";

function Task({ id, title }: { id: string; title: string }) {
  return (
    <TaskLink id={id} className={LINK}>
      {clipped(title, 120)}
    </TaskLink>
  );
}

const dollars = (amount: number): string =>
  amount.toLocaleString("en-US", { style: "currency", currency: "USD" });

function SowView({ sow }: { sow: Sow }) {
  const { title, total_effort_hours: hours, total_estimated_cost: total, timeline } = sow;
  const period = [timeline.start_date, timeline.end_date].map((day) =>
    day === null ? "open" : dateWords(day),
  );
  return (
    <div className="flex flex-col gap-2 text-sm wrap-anywhere">
      <h3 className="font-medium">{clipped(title, 200)}</h3>
      <p>
        {hoursWords(hours)} of work{total === 0 ? "" : `, ${dollars(total)}`}, {period.join(" to ")}.
      </p>
      {sow.open_points.length === 0 ? null : (
        <Notice tone="warning" title="To be settled before this goes out">
          <ul className="list-disc pl-4">
            {sow.open_points.map((point) => (
              <li key={point}>{withoutEmphasis(clipped(point, 600))}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Prose text={clipped(sow.executive_summary, 2_000)} />
      <Points title="In scope" points={sow.scope_of_work.in_scope} />
      <Points title="Out of scope" points={sow.scope_of_work.out_of_scope} />
      <Points title="Assumptions" points={sow.scope_of_work.assumptions} />
      <h4 className="font-medium">Deliverables</h4>
      <ul className="flex flex-col gap-1">
        {sow.deliverables.map(
          ({ name, estimated_effort_hours: of, estimated_cost: cost, weak, ...one }, at) => (
            <li key={at}>
              {clipped(name, 200)}{" "}
              <span className="text-xs text-kumo-subtle">
                {hoursWords(of)}
                {cost === 0 ? "" : ` · ${dollars(cost)}`}
                {weak === null ? "" : ` · weak estimate: ${clipped(weak, 300)}`}
              </span>
              {one.description === "" ? null : <p>{withoutEmphasis(clipped(one.description, 1_000))}</p>}
              {one.acceptance_criteria.length === 0 ? null : (
                <p className="text-xs">Accepted when: {one.acceptance_criteria.join("; ")}</p>
              )}
            </li>
          ),
        )}
      </ul>
      <Points
        title="Milestones"
        points={timeline.milestones.map(
          ({ name, date, deliverables }) =>
            `${name}${date === null ? "" : `, ${dateWords(date)}`}: ${deliverables.join(", ")}`,
        )}
      />
      <Points
        title="Team"
        points={sow.resource_plan.map(
          ({ role, allocation_percentage: share, rate_per_hour: rate }) =>
            `${role}, ${share}% at ${dollars(rate)} an hour`,
        )}
      />
      {sow.payment_schedule.length === 0 ? null : <h4 className="font-medium">Payments</h4>}
      <ul>
        {sow.payment_schedule.map(({ milestone, amount, due_date: due }, at) => (
          <li key={at}>
            {clipped(milestone, 200)}: {dollars(amount)}
            {due === null ? "" : `, due ${dateWords(due)}`}
          </li>
        ))}
      </ul>
      {sow.terms_and_conditions === "" ? null : (
        <>
          <h4 className="font-medium">Terms and conditions</h4>
          <Prose text={clipped(sow.terms_and_conditions, 4_000)} />
        </>
      )}
    </div>
  );
}

/** A titled list of short points; nothing if there are none. */
function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <section>
      <h4 className="font-medium">{title}</h4>
      <ul className="list-disc pl-5">
        {points.map((point) => (
          <li key={point} className="wrap-anywhere">
            {withoutEmphasis(clipped(point, 600))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Plan({ wbs }: { wbs: Wbs }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p>
        About {hoursWords(wbs.total_effort)} of work; {hoursWords(wbs.critical_path_hours)} must be done in
        sequence. Confidence: {Math.round(wbs.confidence * 100)}%.
        {wbs.calibration_sources.length === 0
          ? " No finished project is like it, so its estimates rest on none."
          : ` Its estimates rest on ${count(wbs.calibration_sources.length, "finished project")}.`}
      </p>
      <ol className="flex flex-col gap-2">
        {wbs.phases.map((phase) => (
          <li key={phase.sort_order}>
            <h3 className="font-medium">{clipped(phase.name, 120)}</h3>
            {phase.description === "" ? null : <p>{withoutEmphasis(clipped(phase.description, 500))}</p>}
            <ul className="flex flex-col pl-4">
              {phase.tasks.map((task) => (
                <li key={task.title} className="wrap-anywhere">
                  {clipped(task.title, 200)}{" "}
                  <span className="text-xs text-kumo-subtle">
                    {hoursWords(task.estimated_effort)} · {PRIORITY_WORDS[task.priority]}
                    {task.dependencies.length === 0
                      ? ""
                      : ` · after ${clipped(task.dependencies.join(", "), 120)}`}
                  </span>
                  {task.description === "" ? null : (
                    <p className="text-xs">{withoutEmphasis(clipped(task.description, 1_000))}</p>
                  )}
                  {task.sub_tasks.length === 0 ? null : (
                    <ul className="list-disc pl-5 text-xs">
                      {task.sub_tasks.map((part) => (
                        <li key={part.title}>
                          {clipped(part.title, 200)}{" "}
                          <span className="text-kumo-subtle">{hoursWords(part.estimated_effort)}</span>
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {wbs.dropped.length === 0 ? null : (
        <p className="text-xs text-kumo-subtle">Left out: {clipped(wbs.dropped.join("; "), 400)}</p>
      )}
    </div>
  );
}

function Next({ next }: { next: WhatsNext }) {
  if (next.tasks.length === 0) return <p className="text-sm">Nothing is open.</p>;
  return (
    <ol className="flex list-decimal flex-col gap-1 pl-5 text-sm">
      {next.tasks.map((task) => (
        <li key={task.task_id}>
          <Task id={task.task_id} title={task.title} />{" "}
          <span className="text-kumo-subtle">{withoutEmphasis(clipped(task.reasoning, 300))}</span>
        </li>
      ))}
    </ol>
  );
}

/** Paragraphs of a model. */
function Prose({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap wrap-anywhere">{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  );
}

function SummaryView({ summary }: { summary: Summary }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <Prose text={summary.narrative} />
      <Points title="Highlights" points={summary.highlights} />
      <p className="text-kumo-subtle">
        {count(summary.completed_count, "task")} done, {summary.created_count.toLocaleString("en-US")} new.
      </p>
      {summary.blockers.length === 0 ? null : (
        <ul className="list-disc pl-5">
          {summary.blockers.map((one) => (
            <li key={one.task_id}>
              <Task id={one.task_id} title={one.title} /> blocked for {waitWords(one.duration_hours)}:{" "}
              {withoutEmphasis(clipped(one.description, 300))}
            </li>
          ))}
        </ul>
      )}
      {summary.upcoming_deadlines.length === 0 ? null : (
        <section>
          <h4 className="font-medium">Due next</h4>
          <ul className="list-disc pl-5">
            {summary.upcoming_deadlines.map((one) => (
              <li key={one.task_id}>
                <Task id={one.task_id} title={one.title} />{" "}
                <span className="text-kumo-subtle">{dateWords(one.due_date)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {summary.client_narrative === null ? null : (
        <section aria-label="For the client" className="rounded-lg bg-kumo-recessed p-3">
          <h3 className="pb-1 text-xs font-medium text-kumo-subtle">For the client</h3>
          <Prose text={summary.client_narrative} />
        </section>
      )}
    </div>
  );
}

const HEALTH_WORDS = { on_track: "On track", at_risk: "At risk", critical: "Critical" } as const;

/** How much later the project may end, and the confidence. */
function riskFigures({ estimated_impact_days: late, confidence }: Risks["risks"][number]): string {
  const days = Math.round(late);
  const sure = `${Math.round(confidence * 100)}% sure`;
  return days === 0 ? sure : `about ${count(days, "day")} late, ${sure}`;
}

function RiskList({ risks }: { risks: Risks }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className={risks.overall_health === "on_track" ? "" : "font-medium text-kumo-danger"}>
        {HEALTH_WORDS[risks.overall_health]}. {count(risks.risks.length, "risk")}.
      </p>
      <ul className="flex flex-col gap-3">
        {risks.risks.map((risk) => (
          <li key={risk.risk_id} className="flex flex-col gap-1">
            <p className="wrap-anywhere">
              <span className="font-medium">{PRIORITY_WORDS[risk.severity]}</span>:{" "}
              {withoutEmphasis(clipped(risk.description, 500))}{" "}
              <span className="text-xs text-kumo-subtle">
                {risk.category}, {riskFigures(risk)}
              </span>
            </p>
            {risk.affected.length === 0 ? null : (
              <p className="flex flex-wrap gap-x-2 text-xs">
                Affects:
                {risk.affected.map((one) => (
                  <Task key={one.task_id} id={one.task_id} title={one.title} />
                ))}
              </p>
            )}
            <ul className="list-disc pl-5 text-xs text-kumo-subtle">
              {risk.evidence.map((fact) => (
                <li key={fact}>{clipped(fact, 300)}</li>
              ))}
            </ul>
            {risk.mitigation_suggestions.length === 0 ? null : (
              <p className="text-xs">
                Try: {withoutEmphasis(clipped(risk.mitigation_suggestions.join("; "), 600))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const NUDGE_WORDS = {
  proposed: "waits for approval",
  notified: "told",
  noted: "only noted",
  held: "held back",
  failed: "failed",
} as const;

function NudgeList({ nudges }: { nudges: Nudges }) {
  if (nudges.nudges.length === 0) return <p className="text-sm">No one needs a reminder.</p>;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {nudges.nudges.map((one) => (
        <li key={`${one.task_id} ${one.kind}`} className="wrap-anywhere">
          <Task id={one.task_id} title={one.title} /> → {clipped(one.to_name, 60)}: “
          {withoutEmphasis(clipped(one.message, 200))}”{" "}
          <span className="text-xs text-kumo-subtle">{NUDGE_WORDS[one.disposition]}</span>
        </li>
      ))}
    </ul>
  );
}

const SCOPE_FIELDS: Readonly<Record<string, string>> = {
  title: "title",
  phase: "phase",
  estimatedHours: "estimated hours",
  dueDate: "due date",
  priority: "priority",
};

function ScopeView({ scope }: { scope: Scope }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p
        className={
          scope.alert_level === "warning" || scope.alert_level === "critical"
            ? "font-medium text-kumo-danger"
            : ""
        }
      >
        {scopeWords(scope)}
      </p>
      <ul className="list-disc pl-5">
        {scope.additions.map((one) => (
          <li key={one.task_id}>
            Added: <Task id={one.task_id} title={one.title} />{" "}
            <span className="text-kumo-subtle">{withoutEmphasis(clipped(one.reason, 300))}</span>
            {one.duplicate_of === null ? null : ` Looks like “${clipped(one.duplicate_of.title, 80)}”.`}
          </li>
        ))}
        {scope.removals.map((one) => (
          <li key={one.original_title}>
            Gone: {clipped(one.original_title, 120)}{" "}
            <span className="text-kumo-subtle">{withoutEmphasis(clipped(one.reason, 300))}</span>
          </li>
        ))}
        {scope.modifications.map((one) => (
          <li key={`${one.task_id} ${one.field}`}>
            Changed: <Task id={one.task_id} title={one.title} />,{" "}
            {SCOPE_FIELDS[one.field] ?? clipped(one.field, 40)}: {clipped(one.baseline_value || "none", 60)} →{" "}
            {clipped(one.current_value || "none", 60)}
          </li>
        ))}
      </ul>
      <p className="wrap-anywhere">{withoutEmphasis(clipped(scope.recommendation, 1000))}</p>
    </div>
  );
}

function LearningView({ learning }: { learning: Learning }) {
  const { velocity_metrics: velocity, risk_patterns: patterns, recommendations } = learning;
  const accuracy = velocity.avg_estimation_accuracy;
  const kinds = learning.estimation_calibration.map(({ task_type: name, ...one }) => ({ name, ...one }));
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        {velocity.avg_tasks_per_sprint.toLocaleString("en-US")} tasks finished in two weeks on average;{" "}
        {percent(velocity.completion_rate)} of those with a due date were on time.
        {accuracy === null ? "" : ` Estimates were ${percent(accuracy)} accurate.`}
      </p>
      <Biases title="By type of work" biases={kinds} />
      <Biases title="By person" biases={learning.by_member} />
      <Biases title="By tag" biases={learning.by_domain} />
      {patterns.length === 0 ? null : (
        <section className="flex flex-col gap-1">
          <h3 className="font-medium">What keeps going wrong</h3>
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {patterns.map((one) => (
              <li key={one.pattern} className="wrap-anywhere">
                {withoutEmphasis(clipped(one.pattern, 300))}{" "}
                <span className="text-xs text-kumo-subtle">
                  {count(one.frequency, "time")}, about {count(one.typical_impact_days, "day")} each
                </span>
                {one.mitigation_that_worked === "" ? null : (
                  <p className="text-xs">
                    What helped: {withoutEmphasis(clipped(one.mitigation_that_worked, 300))}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {recommendations.length === 0 ? null : (
        <section className="flex flex-col gap-1">
          <h3 className="font-medium">Next time</h3>
          <ul className="list-disc pl-5">
            {recommendations.map((words) => (
              <li key={words} className="wrap-anywhere">
                {clipped(words, 400)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** Estimates beside what the work took. */
function Biases({ title, biases }: { title: string; biases: readonly EstimateBias[] }) {
  if (biases.length === 0) return null;
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium">{title}</h3>
      <ul className="list-disc pl-5">
        {biases.map((one) => (
          <li key={one.name} className="wrap-anywhere">
            {clipped(one.name, 60)}: estimated {hoursWords(one.avg_estimated)}, took{" "}
            {hoursWords(one.avg_actual)}{" "}
            <span className="text-xs text-kumo-subtle">
              {one.calibration_factor === 1
                ? "the estimates are right"
                : `plan ${one.calibration_factor.toLocaleString("en-US")} times as long`}{" "}
              · from {count(one.sample_size, "task")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
