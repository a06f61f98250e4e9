import type { TaskLine } from "../../../src/projects/api/projects-tasks.ts";
import { clipped } from "../components/text-pieces.ts";
import { PriorityMark, StatusMark } from "./marks.tsx";
import { Comments, DueMark, Progress, Waits } from "./task-bits.tsx";
import { TaskLink } from "./task-link.tsx";
import { TaskMenu } from "./task-menu.tsx";
import type { TaskActs } from "./use-task-acts.ts";
import type { Team } from "./use-team.ts";

/** A task in a list of one's work: done with one press. */
export function WorkRow({
  task,
  isOpen,
  acts,
  team,
  today,
}: {
  task: TaskLine;
  isOpen: boolean;
  acts: TaskActs;
  team: Team;
  today: { readonly date: string; readonly day: number };
}) {
  return (
    <li
      className={`group flex items-center gap-1 border-b border-kumo-hairline pr-2 pl-3 ${isOpen ? "bg-kumo-info-tint" : "hover:bg-kumo-tint"}`}
    >
      <button
        type="button"
        aria-label={`Mark ${clipped(task.title, 60)} done`}
        className="touch grid size-8 shrink-0 place-items-center rounded-md hover:bg-kumo-fill"
        onClick={() => void acts.change(task, { status: "completed" }, `Done: ${clipped(task.title, 60)}`)}
      >
        <StatusMark status={task.status} spoken={false} />
      </button>
      <TaskLink
        id={task.id}
        data-row
        className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 py-2 focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1 basis-56">
          <span className="block truncate text-sm">{clipped(task.title, 200)}</span>
          <span className="block truncate text-xs text-kumo-subtle">{clipped(task.projectName, 80)}</span>
        </span>
        <span className="flex items-center gap-2.5 text-xs text-kumo-subtle">
          <Waits amount={task.blockedBy} />
          <Progress done={task.checklistDone} total={task.checklistTotal} of="checklist item" />
          <Comments amount={task.commentCount} />
          <PriorityMark priority={task.priority} />
          <DueMark task={task} today={today} />
        </span>
      </TaskLink>
      <TaskMenu task={task} acts={acts} team={team} />
    </li>
  );
}
