/** The parts of a task. */
import type { TaskSheet } from "../../../src/projects/api/projects-tasks.ts";
import { clipped } from "../components/text-pieces.ts";
import { StatusMark } from "./marks.tsx";
import { QuickAdd } from "./quick-add.tsx";
import { SheetPart } from "./sheet-part.tsx";
import { DueMark, Faces } from "./task-bits.tsx";
import { isClosed } from "./task-words.ts";
import type { TaskActs } from "./use-task-acts.ts";
import { useTeam, useToday } from "./use-team.ts";
import { TaskLink } from "./task-link.tsx";

export function Subtasks({ sheet, acts }: { sheet: TaskSheet; acts: TaskActs }) {
  const [team, today] = [useTeam(), useToday()];
  const { task, subtasks, projectName } = sheet;
  // A part has no parts.
  if (task.parentId !== null) return null;
  const done = subtasks.filter(({ status }) => isClosed(status)).length;
  const add = async (title: string): Promise<boolean> =>
    (await acts.create({ projectId: task.projectId, parentId: task.id, title }, projectName)) !== null;
  return (
    <SheetPart
      title="Subtasks"
      {...(subtasks.length === 0 ? {} : { about: `${done} of ${subtasks.length}` })}
    >
      <ul className="flex flex-col">
        {subtasks.map((part) => (
          <li key={part.id} className="flex min-h-9 items-center gap-1 border-b border-kumo-hairline">
            <button
              type="button"
              aria-label={isClosed(part.status) ? `Reopen ${part.title}` : `Mark ${part.title} done`}
              className="touch grid size-8 shrink-0 place-items-center rounded-md hover:bg-kumo-tint"
              onClick={() =>
                void acts.change(part, { status: isClosed(part.status) ? "created" : "completed" })
              }
            >
              <StatusMark status={part.status} spoken={false} />
            </button>
            <TaskLink
              id={part.id}
              className="flex min-w-0 flex-1 items-center gap-2 py-1.5 text-sm hover:underline"
            >
              <span className={`min-w-0 flex-1 truncate ${isClosed(part.status) ? "text-kumo-subtle" : ""}`}>
                {clipped(part.title, 200)}
              </span>
              <span className="flex items-center gap-2 text-xs text-kumo-subtle">
                <DueMark task={part} today={today} />
                <Faces ids={part.assigneeIds} team={team} />
              </span>
            </TaskLink>
          </li>
        ))}
      </ul>
      <QuickAdd label="New subtask" words="Add a subtask" keyed={false} onAdd={add} />
    </SheetPart>
  );
}
