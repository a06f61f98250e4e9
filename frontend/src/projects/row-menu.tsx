/** One menu for all rows of a list, opened beside the clicked cell, so that thousands of rows don't need one each. */
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type { TaskLine } from "../../../src/projects/api/projects-tasks.ts";
import { MemberItems, PriorityItems, setPriority, setStatus, StatusItems } from "./task-menu.tsx";
import type { TaskActs } from "./use-task-acts.ts";
import type { Team } from "./use-team.ts";

export interface MenuAt {
  readonly kind: "status" | "priority" | "assignees";
  readonly task: TaskLine;
  readonly anchor: HTMLElement;
}

export function RowMenu({
  at,
  acts,
  team,
  onClose,
}: {
  at: MenuAt | null;
  acts: TaskActs;
  team: Team;
  onClose: () => void;
}) {
  if (at === null) return null;
  const { kind, task, anchor } = at;
  const toggle = (id: string): void => {
    const assigneeIds = task.assigneeIds.includes(id)
      ? task.assigneeIds.filter((one) => one !== id)
      : [...task.assigneeIds, id];
    void acts.change(task, { assigneeIds }, "Assignees changed.");
    onClose();
  };
  return (
    <DropdownMenu open onOpenChange={(now) => (now ? undefined : onClose())}>
      <DropdownMenu.Content anchor={anchor} align="start">
        {kind === "status" ? (
          <StatusItems now={task.status} onPick={(status) => setStatus(acts, task, status)} />
        ) : kind === "priority" ? (
          <PriorityItems now={task.priority} onPick={(priority) => setPriority(acts, task, priority)} />
        ) : (
          <MemberItems team={team} chosen={task.assigneeIds} onToggle={toggle} />
        )}
      </DropdownMenu.Content>
    </DropdownMenu>
  );
}
