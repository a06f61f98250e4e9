/** Bulk actions on selected tasks. */
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type { Phase } from "../../../src/projects/api/projects.ts";
import type { TaskLine, TaskPatch } from "../../../src/projects/api/projects-tasks.ts";
import { XIcon } from "../components/icons.ts";
import { clipped } from "../components/text-pieces.ts";
import { count } from "../components/words.ts";
import { PriorityItems, StatusItems } from "./task-menu.tsx";
import { PRIORITY_WORDS, STATUS_WORDS } from "./task-words.ts";
import type { TaskActs } from "./use-task-acts.ts";
import type { Team } from "./use-team.ts";

export function SelectionBar({
  tasks,
  phases,
  acts,
  team,
  onClear,
}: {
  tasks: readonly TaskLine[];
  phases: readonly Phase[];
  acts: TaskActs;
  team: Team;
  onClear: () => void;
}) {
  const many = count(tasks.length, "task");
  const set = (patch: TaskPatch, words: string): void =>
    void acts.changeMany(tasks, patch, `${many} ${words}`);
  return (
    <div
      role="toolbar"
      aria-label="Selected tasks"
      className="arrive flex shrink-0 flex-wrap items-center gap-2 border-t border-kumo-line bg-kumo-base px-4 py-2"
    >
      <span className="mr-1 text-sm font-medium tabular-nums">{many} selected</span>
      <Menu label="Move to">
        <StatusItems now={null} onPick={(status) => set({ status }, `moved to ${STATUS_WORDS[status]}.`)} />
      </Menu>
      <Menu label="Priority">
        <PriorityItems
          now={null}
          onPick={(priority) =>
            set({ priority }, `set to ${PRIORITY_WORDS[priority].toLowerCase()} priority.`)
          }
        />
      </Menu>
      <Menu label="Assign">
        <DropdownMenu.Item onClick={() => set({ assigneeIds: [] }, "unassigned.")}>No one</DropdownMenu.Item>
        {team.members.map(({ id, name }) => (
          <DropdownMenu.Item key={id} onClick={() => set({ assigneeIds: [id] }, `assigned to ${name}.`)}>
            {clipped(name, 60)}
          </DropdownMenu.Item>
        ))}
      </Menu>
      {phases.length === 0 ? null : (
        <Menu label="Phase">
          <DropdownMenu.Item onClick={() => set({ phaseId: null }, "taken out of their phases.")}>
            No phase
          </DropdownMenu.Item>
          {phases.map(({ id, name }) => (
            <DropdownMenu.Item
              key={id}
              onClick={() => set({ phaseId: id }, `moved to ${clipped(name, 40)}.`)}
            >
              {clipped(name, 60)}
            </DropdownMenu.Item>
          ))}
        </Menu>
      )}
      <Button
        size="sm"
        variant="ghost"
        className="touch ml-auto"
        icon={<XIcon aria-hidden className="size-4" />}
        onClick={onClear}
      >
        Clear
      </Button>
    </div>
  );
}

function Menu({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger
        render={
          <Button size="sm" className="touch">
            {label}
          </Button>
        }
      />
      <DropdownMenu.Content>{children}</DropdownMenu.Content>
    </DropdownMenu>
  );
}
