/** Changes a draft of an agent before it is accepted: a plan's tasks, or a statement's words. */
import { useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import type { ProjectAgentRun } from "../../../src/projects/api/project-agent-runs.ts";
import {
  sowSchema,
  wbsSchema,
  type ProjectAgentEdit,
  type Sow,
  type Wbs,
} from "../../../src/projects/api/project-agents.ts";
import { TextArea, TextBox } from "../components/form.tsx";

interface Props {
  /** The words of the button that accepts. */
  readonly accept: string;
  readonly isBusy: boolean;
  readonly onAccept: (edit: ProjectAgentEdit) => void;
  readonly onCancel: () => void;
}

export default function EditOutput({ run, ...props }: Props & { run: ProjectAgentRun }) {
  const plan = run.agent === "wbs-generator" ? wbsSchema.safeParse(run.output).data : undefined;
  const sow = run.agent === "sow-generator" ? sowSchema.safeParse(run.output).data : undefined;
  if (plan !== undefined) return <EditPlan wbs={plan} {...props} />;
  return sow === undefined ? null : <EditStatement sow={sow} {...props} />;
}

function Buttons({
  accept,
  isBusy,
  isValid,
  onAccept,
  onCancel,
}: Omit<Props, "onAccept"> & { isValid: boolean; onAccept: () => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="primary"
        className="touch"
        loading={isBusy}
        disabled={!isValid}
        onClick={onAccept}
      >
        {accept}
      </Button>
      <Button size="sm" className="touch" disabled={isBusy} onClick={onCancel}>
        Leave it as it was
      </Button>
    </div>
  );
}

type Phase = Wbs["phases"][number];
type PlanTask = Phase["tasks"][number];

function EditPlan({ wbs, onAccept, ...props }: Props & { wbs: Wbs }) {
  const [phases, setPhases] = useState<readonly Phase[]>(wbs.phases);
  const change = (phase: Phase, tasks: PlanTask[]): void =>
    setPhases(phases.map((one) => (one === phase ? { ...phase, tasks } : one)));
  const kept = phases.filter(({ tasks }) => tasks.length > 0);
  const isValid =
    kept.length > 0 && kept.every(({ tasks }) => tasks.every(({ title }) => title.trim() !== ""));
  return (
    <div className="flex flex-col gap-3">
      {phases.map((phase) => (
        <fieldset key={phase.sort_order} className="flex flex-col gap-2">
          <legend className="pb-1 text-sm font-medium">{phase.name}</legend>
          {phase.tasks.map((task, at) => (
            <EditTask
              key={at}
              task={task}
              onChange={(changed) =>
                change(
                  phase,
                  phase.tasks.map((one) => (one === task ? changed : one)),
                )
              }
              onRemove={() =>
                change(
                  phase,
                  phase.tasks.filter((one) => one !== task),
                )
              }
            />
          ))}
        </fieldset>
      ))}
      <Buttons {...props} isValid={isValid} onAccept={() => onAccept({ phases: [...kept] })} />
    </div>
  );
}

function EditTask({
  task,
  onChange,
  onRemove,
}: {
  task: PlanTask;
  onChange: (task: PlanTask) => void;
  onRemove: () => void;
}) {
  const { title, description, sub_tasks: parts } = task;
  return (
    <div className="flex flex-col gap-1 rounded-lg bg-kumo-recessed p-2">
      <Named
        named={task}
        // Subtasks add up to their task.
        isSum={parts.length > 0}
        remove="Remove the task"
        onChange={(changed) => onChange({ ...task, ...changed })}
        onRemove={onRemove}
      />
      <TextArea
        aria-label={`Description of ${title}`}
        placeholder="Description"
        value={description}
        maxLength={1000}
        onChange={(words) => onChange({ ...task, description: words })}
        className="w-full text-xs"
      />
      {parts.map((part, at) => (
        <div key={at} className="pl-4">
          <Named
            named={part}
            isSum={false}
            remove="Remove the subtask"
            onChange={(changed) =>
              onChange({
                ...task,
                sub_tasks: parts.map((one) => (one === part ? { ...part, ...changed } : one)),
              })
            }
            onRemove={() => onChange({ ...task, sub_tasks: parts.filter((one) => one !== part) })}
          />
        </div>
      ))}
    </div>
  );
}

interface NamedEffort {
  readonly title: string;
  readonly estimated_effort: number;
}

/** A title with its hours. */
function Named({
  named: { title, estimated_effort: hours },
  isSum,
  remove,
  onChange,
  onRemove,
}: {
  named: NamedEffort;
  isSum: boolean;
  remove: string;
  onChange: (changed: Partial<NamedEffort>) => void;
  onRemove: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TextBox
        aria-label="Title"
        value={title}
        maxLength={200}
        onChange={(words) => onChange({ title: words })}
        className="min-w-0 flex-1 basis-56"
      />
      <TextBox
        aria-label={`Hours of ${title}`}
        type="number"
        min={0}
        step={0.5}
        disabled={isSum}
        value={String(hours)}
        onChange={(typed) => onChange({ estimated_effort: Math.min(10_000, Math.max(0, Number(typed))) })}
        className="w-20"
      />
      <Button
        size="sm"
        variant="ghost"
        className="touch"
        aria-label={`${remove} ${title}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </div>
  );
}

const lines = (words: string): string[] =>
  words
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, 30);

function EditStatement({ sow, onAccept, ...props }: Props & { sow: Sow }) {
  const [words, setWords] = useState({
    summary: sow.executive_summary,
    inScope: sow.scope_of_work.in_scope.join("\n"),
    outOfScope: sow.scope_of_work.out_of_scope.join("\n"),
    assumptions: sow.scope_of_work.assumptions.join("\n"),
    terms: sow.terms_and_conditions,
  });
  const area = (key: keyof typeof words, label: string, maxLength: number) => (
    <TextArea
      label={label}
      value={words[key]}
      maxLength={maxLength}
      onChange={(typed) => setWords({ ...words, [key]: typed })}
      className="w-full"
    />
  );
  return (
    <div className="flex flex-col gap-3">
      {area("summary", "Summary", 2_000)}
      {area("inScope", "In scope, one a line", 9_000)}
      {area("outOfScope", "Out of scope, one a line", 9_000)}
      {area("assumptions", "Assumptions, one a line", 9_000)}
      {area("terms", "Terms and conditions", 4_000)}
      <Buttons
        {...props}
        isValid={words.summary.trim() !== ""}
        onAccept={() =>
          onAccept({
            executive_summary: words.summary.trim(),
            scope_of_work: {
              in_scope: lines(words.inScope),
              out_of_scope: lines(words.outOfScope),
              assumptions: lines(words.assumptions),
            },
            terms_and_conditions: words.terms.trim(),
          })
        }
      />
    </div>
  );
}
