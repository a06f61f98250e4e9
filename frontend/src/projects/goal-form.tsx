/** Creates and edits a goal. */
import { useState } from "react";
import { goalsEndpoints, type Goal } from "../../../src/projects/api/projects-records.ts";
import { call } from "../api/call.ts";
import { DialogForm } from "../components/dialog-form.tsx";
import { Choice, TextArea, TextBox } from "../components/form.tsx";
import { PickTasks } from "./pick-tasks.tsx";
import { useSaving } from "./use-record.ts";

interface Draft {
  readonly title: string;
  readonly description: string;
  readonly measure: Goal["measure"];
  readonly target: string;
  readonly unit: string;
  readonly dueDate: string;
  readonly taskIds: readonly string[];
}

const NEW: Draft = {
  title: "",
  description: "",
  measure: "tasks",
  target: "",
  unit: "",
  dueDate: "",
  taskIds: [],
};

function draftOf(goal: Goal | null): Draft {
  return goal === null ? NEW : { ...goal, target: String(goal.target), dueDate: goal.dueDate ?? "" };
}

function isWhole({ title, measure, target, taskIds }: Draft): boolean {
  return title.trim() !== "" && (measure === "number" ? Number(target) > 0 : taskIds.length > 0);
}

function useSave(projectId: string, goal: Goal | null, draft: Draft, onSaved: () => void) {
  return useSaving(async (id) => {
    const isNumber = draft.measure === "number";
    const body = {
      title: draft.title.trim(),
      description: draft.description,
      measure: draft.measure,
      unit: draft.unit.trim(),
      dueDate: draft.dueDate || null,
      taskIds: isNumber ? [] : [...draft.taskIds],
      ...(isNumber ? { target: Number(draft.target) } : {}),
    };
    if (goal === null) await call(goalsEndpoints.create, { body: { ...body, id, projectId } });
    else
      await call(goalsEndpoints.update, {
        params: { id: goal.id },
        body: { ...body, version: goal.version },
      });
  }, onSaved);
}

export function GoalForm({
  projectId,
  goal,
  onClose,
}: {
  projectId: string;
  goal: Goal | null;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(() => draftOf(goal));
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const save = useSave(projectId, goal, draft, onClose);
  const ready = isWhole(draft);
  return (
    <DialogForm job={save} ready={ready} onCancel={onClose} act="Save" onSubmit={() => save.mutate()}>
      <TextBox
        label="Goal"
        autoFocus
        placeholder="All inspections passed"
        value={draft.title}
        maxLength={200}
        onChange={(title) => set({ title })}
        className="w-full"
      />
      <Measure projectId={projectId} draft={draft} onChange={set} />
      <TextBox
        label="Due (optional)"
        type="date"
        value={draft.dueDate}
        onChange={(dueDate) => set({ dueDate })}
        className="w-full"
      />
      <TextArea
        label="Details (optional)"
        value={draft.description}
        onChange={(description) => set({ description })}
        className="w-full"
      />
    </DialogForm>
  );
}

function Measure({
  projectId,
  draft,
  onChange,
}: {
  projectId: string;
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}) {
  return (
    <>
      <Choice
        label="Measured by"
        shown
        value={draft.measure}
        options={[
          ["tasks", "Tasks that get done"],
          ["number", "A number I keep"],
        ]}
        onChange={(measure) => onChange({ measure })}
      />
      {draft.measure === "tasks" ? (
        <PickTasks
          projectId={projectId}
          chosen={draft.taskIds}
          onChange={(taskIds) => onChange({ taskIds })}
        />
      ) : (
        <div className="grid grid-cols-2 gap-3">
          <TextBox
            label="Target"
            type="number"
            min={0}
            value={draft.target}
            onChange={(target) => onChange({ target })}
            className="w-full"
          />
          <TextBox
            label="Unit (optional)"
            placeholder="units"
            value={draft.unit}
            maxLength={30}
            onChange={(unit) => onChange({ unit })}
            className="w-full"
          />
        </div>
      )}
    </>
  );
}
