/** A task's fields, editable in place: status, people, days, hours, phase, tags, and the team's own fields. */
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import { TASK_STATUSES, taskPrioritySchema, type Phase } from "../../../src/projects/api/projects.ts";
import type { CustomField } from "../../../src/projects/api/projects-records.ts";
import type { Task } from "../../../src/projects/api/projects-tasks.ts";
import { Choice, FormLock, Tick } from "../components/form.tsx";
import { clipped } from "../components/text-pieces.ts";
import { Time } from "../components/time.tsx";
import { FactLine } from "./fact-line.tsx";
import { CustomFields } from "./sheet-fields.tsx";
import { Reminders } from "./sheet-reminders.tsx";
import { SavedInput } from "./saved-input.tsx";
import { Face, TagChips } from "./task-bits.tsx";
import { MemberItems } from "./task-menu.tsx";
import { PRIORITY_WORDS, STATUS_WORDS } from "./task-words.ts";
import type { TaskActs } from "./use-task-acts.ts";
import { useTags, useTeam } from "./use-team.ts";

interface Props {
  readonly task: Task;
  readonly acts: TaskActs;
}

export function Facts({
  task,
  phases,
  fields,
  acts,
}: Props & { phases: readonly Phase[]; fields: readonly CustomField[] }) {
  return (
    <div className="flex flex-col gap-1">
      <State task={task} acts={acts} />
      <Assignees task={task} acts={acts} />
      <Dates task={task} acts={acts} />
      <Reminders taskId={task.id} />
      <Hours task={task} acts={acts} />
      <FactLine label="Type">
        <SavedInput
          type="text"
          label="Type of work"
          placeholder="Painting"
          value={task.type ?? ""}
          onSave={(type) => acts.change(task, { type: type.slice(0, 40) }, "Type changed.")}
        />
      </FactLine>
      {phases.length === 0 ? null : (
        <FactLine label="Phase">
          <Choice
            label="Phase"
            value={task.phaseId ?? NONE}
            options={[
              [NONE, "No phase"] as const,
              ...phases.map(({ id, name }) => [id, clipped(name, 60)] as const),
            ]}
            onChange={(id) => void acts.change(task, { phaseId: id === NONE ? null : id }, "Phase changed.")}
          />
        </FactLine>
      )}
      <TagsLine task={task} acts={acts} />
      <CustomFields task={task} fields={fields} acts={acts} />
      <FactLine label="Client">
        <Tick
          label="The client may see it"
          checked={task.clientVisible}
          onChange={(clientVisible) => void acts.change(task, { clientVisible })}
        />
      </FactLine>
    </div>
  );
}

/** Kept at the service a linked task comes from. */
function State({ task, acts }: Props) {
  return (
    <FormLock locked={task.link !== null}>
      <FactLine label="Status">
        <Choice
          label="Status"
          value={task.status}
          options={TASK_STATUSES.map((status) => [status, STATUS_WORDS[status]] as const)}
          onChange={(status) => void acts.change(task, { status }, `Moved to ${STATUS_WORDS[status]}.`)}
        />
        <span className="ml-2 text-xs text-kumo-subtle">
          <Time at={task.statusChangedAt} />
        </span>
      </FactLine>
      <FactLine label="Priority">
        <Choice
          label="Priority"
          value={task.priority}
          options={taskPrioritySchema.options.map(
            (priority) => [priority, PRIORITY_WORDS[priority]] as const,
          )}
          onChange={(priority) => void acts.change(task, { priority }, "Priority changed.")}
        />
      </FactLine>
    </FormLock>
  );
}

function Dates({ task, acts }: Props) {
  return (
    <FactLine label="Dates">
      <div className="flex flex-wrap items-center gap-1.5">
        <SavedInput
          type="date"
          label="Start date"
          value={task.startDate ?? ""}
          onSave={(day) => acts.change(task, { startDate: day || null }, "Start changed.")}
        />
        <span aria-hidden className="text-kumo-subtle">
          –
        </span>
        <FormLock locked={task.link !== null}>
          <SavedInput
            type="date"
            label="Due date"
            value={task.dueDate ?? ""}
            onSave={(day) => acts.change(task, { dueDate: day || null }, "Due date changed.")}
          />
        </FormLock>
      </div>
    </FactLine>
  );
}

function Hours({ task, acts }: Props) {
  return (
    <FactLine label="Hours">
      <div className="flex flex-wrap items-center gap-1.5 text-xs text-kumo-subtle">
        <SavedInput
          type="number"
          label="Estimated hours"
          placeholder="Estimate"
          value={hoursText(task.estimatedHours)}
          onSave={(hours) => acts.change(task, { estimatedHours: hoursOf(hours) }, "Estimate changed.")}
        />
        estimated
        <SavedInput
          type="number"
          label="Actual hours"
          placeholder="Actual"
          value={hoursText(task.actualHours)}
          onSave={(hours) => acts.change(task, { actualHours: hoursOf(hours) }, "Actual hours changed.")}
        />
        actual
      </div>
    </FactLine>
  );
}

const NONE = "-";

const hoursText = (hours: number | null): string => (hours === null ? "" : String(hours));
const hoursOf = (typed: string): number | null => (typed === "" ? null : Math.max(0, Number(typed)));

function Assignees({ task, acts }: Props) {
  const team = useTeam();
  const toggle = (id: string): void => {
    const isOn = task.assigneeIds.includes(id);
    const assigneeIds = isOn ? task.assigneeIds.filter((one) => one !== id) : [...task.assigneeIds, id];
    void acts.change(
      task,
      { assigneeIds },
      isOn ? `Unassigned ${team.nameOf(id)}.` : `Assigned to ${team.nameOf(id)}.`,
    );
  };
  return (
    <FactLine label="Assignees">
      <DropdownMenu>
        <DropdownMenu.Trigger
          render={
            <Button size="sm" variant="ghost" className="touch -ml-2 max-w-full">
              <span className="sr-only">Assignees: </span>
              {task.assigneeIds.length === 0 ? (
                <span className="text-kumo-subtle">No one yet</span>
              ) : (
                <span className="flex min-w-0 flex-wrap gap-x-3 gap-y-1">
                  {task.assigneeIds.map((id) => (
                    <span key={id} className="flex items-center gap-1.5">
                      <Face name={team.nameOf(id)} />
                      {clipped(team.nameOf(id), 40)}
                    </span>
                  ))}
                </span>
              )}
            </Button>
          }
        />
        <DropdownMenu.Content align="start">
          <MemberItems team={team} chosen={task.assigneeIds} onToggle={toggle} />
        </DropdownMenu.Content>
      </DropdownMenu>
    </FactLine>
  );
}

function TagsLine({ task, acts }: Props) {
  const tags = useTags();
  if (tags.length === 0) return null;
  const toggle = (id: string): void => {
    const tagIds = task.tagIds.includes(id) ? task.tagIds.filter((one) => one !== id) : [...task.tagIds, id];
    void acts.change(task, { tagIds }, "Tags changed.");
  };
  return (
    <FactLine label="Tags">
      <DropdownMenu>
        <DropdownMenu.Trigger
          render={
            <Button size="sm" variant="ghost" className="touch -ml-2 max-w-full">
              <span className="sr-only">Tags: </span>
              {task.tagIds.length === 0 ? (
                <span className="text-kumo-subtle">None</span>
              ) : (
                <TagChips ids={task.tagIds} tags={tags} most={20} />
              )}
            </Button>
          }
        />
        <DropdownMenu.Content align="start">
          {tags.map(({ id, name }) => (
            <DropdownMenu.CheckboxItem
              key={id}
              checked={task.tagIds.includes(id)}
              closeOnClick={false}
              onCheckedChange={() => toggle(id)}
            >
              {clipped(name, 50)}
            </DropdownMenu.CheckboxItem>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu>
    </FactLine>
  );
}
