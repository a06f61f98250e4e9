/** A task on the board. */
import { memo, useState } from "react";
import type { Tag } from "../../../src/projects/api/projects-records.ts";
import type { TaskLine } from "../../../src/projects/api/projects-tasks.ts";
import { DotsThreeIcon } from "../components/icons.ts";
import { clipped } from "../components/text-pieces.ts";
import { PriorityMark } from "./marks.tsx";
import { ByAgent, Comments, DueMark, Faces, Progress, TagChips, Waits } from "./task-bits.tsx";
import { TaskMenu, taskMenuLabel } from "./task-menu.tsx";
import type { TaskActs } from "./use-task-acts.ts";
import type { Team } from "./use-team.ts";
import { TaskLink } from "./task-link.tsx";

const MENU =
  "top-1 right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100";

export const TaskCard = memo(function TaskCard({
  task,
  isOpen,
  acts,
  team,
  tags,
  today,
}: {
  task: TaskLine;
  isOpen: boolean;
  acts: TaskActs;
  team: Team;
  tags: readonly Tag[];
  today: { readonly date: string; readonly day: number };
}) {
  const [hasMenu, setMenu] = useState(false);
  const isDone = task.status === "completed" || task.status === "cancelled";
  return (
    <article className="group relative">
      <TaskLink
        id={task.id}
        draggable={false}
        aria-current={isOpen ? "true" : undefined}
        className={`flex flex-col gap-1.5 rounded-lg bg-kumo-base p-2.5 pr-9 shadow-xs ring hover:ring-kumo-interact ${isOpen ? "ring-2 ring-kumo-focus" : "ring-kumo-line"}`}
      >
        <span
          className={`line-clamp-3 text-sm leading-5 wrap-anywhere ${isDone ? "text-kumo-subtle" : "font-medium"}`}
        >
          {clipped(task.title, 200)}
        </span>
        <TagChips ids={task.tagIds} tags={tags} />
        <span className="-mr-6.5 flex min-h-5 items-center gap-2 text-xs text-kumo-subtle">
          <PriorityMark priority={task.priority} />
          <Waits amount={task.blockedBy} />
          <DueMark task={task} today={today} />
          <Progress done={task.checklistDone} total={task.checklistTotal} of="checklist item" />
          <Comments amount={task.commentCount} />
          {task.createdBy.kind === "agent" ? <ByAgent /> : null}
          <span className="ml-auto">
            <Faces ids={task.assigneeIds} team={team} />
          </span>
        </span>
      </TaskLink>
      {/* A native button until it is pressed: the library's menu costs more than everything else on a card. */}
      {hasMenu ? (
        <TaskMenu task={task} acts={acts} team={team} className={`absolute! ${MENU}`} defaultOpen />
      ) : (
        <button
          type="button"
          aria-haspopup="menu"
          aria-label={taskMenuLabel(task)}
          onClick={() => setMenu(true)}
          className={`touch absolute grid size-6.5 place-items-center rounded-md hover:bg-kumo-tint ${MENU}`}
        >
          <DotsThreeIcon aria-hidden weight="bold" className="size-5" />
        </button>
      )}
    </article>
  );
});
