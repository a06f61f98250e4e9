/** A task's actions without opening it; on a phone, also the way to move it. */
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import {
  TASK_STATUSES,
  taskPrioritySchema,
  type TaskPriority,
  type TaskStatus,
} from "../../../src/projects/api/projects.ts";
import type { TaskLine } from "../../../src/projects/api/projects-tasks.ts";
import { MoreMenu } from "../components/more-menu.tsx";
import { clipped } from "../components/text-pieces.ts";
import { PriorityMark, StatusMark } from "./marks.tsx";
import { Face } from "./task-bits.tsx";
import { PRIORITY_WORDS, STATUS_WORDS } from "./task-words.ts";
import type { TaskActs } from "./use-task-acts.ts";
import type { Team } from "./use-team.ts";

export function TaskMenu({
  task,
  acts,
  team,
  className = "",
  defaultOpen = false,
}: {
  task: TaskLine;
  acts: TaskActs;
  team: Team;
  className?: string;
  defaultOpen?: boolean;
}) {
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
    <MoreMenu label={taskMenuLabel(task)} size="sm" className={className} defaultOpen={defaultOpen}>
      <DropdownMenu.Sub>
        <DropdownMenu.SubTrigger>Move to</DropdownMenu.SubTrigger>
        <DropdownMenu.SubContent>
          <StatusItems now={task.status} onPick={(status) => setStatus(acts, task, status)} />
        </DropdownMenu.SubContent>
      </DropdownMenu.Sub>
      <DropdownMenu.Sub>
        <DropdownMenu.SubTrigger>Priority</DropdownMenu.SubTrigger>
        <DropdownMenu.SubContent>
          <PriorityItems now={task.priority} onPick={(priority) => setPriority(acts, task, priority)} />
        </DropdownMenu.SubContent>
      </DropdownMenu.Sub>
      <DropdownMenu.Sub>
        <DropdownMenu.SubTrigger>Assign</DropdownMenu.SubTrigger>
        <DropdownMenu.SubContent>
          <MemberItems team={team} chosen={task.assigneeIds} onToggle={toggle} />
        </DropdownMenu.SubContent>
      </DropdownMenu.Sub>
      <DropdownMenu.Separator />
      <DropdownMenu.Item variant="danger" onClick={() => void acts.remove(task)}>
        Delete (restorable)
      </DropdownMenu.Item>
    </MoreMenu>
  );
}

export const taskMenuLabel = ({ title }: TaskLine): string => `Actions for ${clipped(title, 60)}`;

export function setStatus(acts: TaskActs, task: TaskLine, status: TaskStatus): void {
  void acts.change(task, { status }, `Moved to ${STATUS_WORDS[status]}.`);
}

export function setPriority(acts: TaskActs, task: TaskLine, priority: TaskPriority): void {
  void acts.change(task, { priority }, `Priority set to ${PRIORITY_WORDS[priority].toLowerCase()}.`);
}

export function StatusItems({
  now,
  onPick,
}: {
  now: TaskStatus | null;
  onPick: (status: TaskStatus) => void;
}) {
  return TASK_STATUSES.filter((status) => status !== now).map((status) => (
    <DropdownMenu.Item key={status} onClick={() => onPick(status)}>
      <span className="flex items-center gap-2">
        <StatusMark status={status} spoken={false} />
        {STATUS_WORDS[status]}
      </span>
    </DropdownMenu.Item>
  ));
}

export function PriorityItems({
  now,
  onPick,
}: {
  now: TaskPriority | null;
  onPick: (priority: TaskPriority) => void;
}) {
  return taskPrioritySchema.options
    .filter((priority) => priority !== now)
    .map((priority) => (
      <DropdownMenu.Item key={priority} onClick={() => onPick(priority)}>
        <span aria-hidden className="mr-2 inline-flex">
          <PriorityMark priority={priority} />
        </span>
        {PRIORITY_WORDS[priority]}
      </DropdownMenu.Item>
    ));
}

export function MemberItems({
  team,
  chosen,
  onToggle,
}: {
  team: Team;
  chosen: readonly string[];
  onToggle: (id: string) => void;
}) {
  return team.members.map(({ id, name }) => (
    <DropdownMenu.CheckboxItem
      key={id}
      checked={chosen.includes(id)}
      closeOnClick={false}
      onCheckedChange={() => onToggle(id)}
    >
      <span className="flex items-center gap-2">
        <Face name={name} />
        {clipped(name, 60)}
      </span>
    </DropdownMenu.CheckboxItem>
  ));
}
