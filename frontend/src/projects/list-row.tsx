/** A task row: every cell is edited in place. On a phone the details are below the title. */
import { memo, useState, type KeyboardEvent } from "react";
import type { Tag } from "../../../src/projects/api/projects-records.ts";
import type { TaskLine } from "../../../src/projects/api/projects-tasks.ts";
import { clipped } from "../components/text-pieces.ts";
import { PriorityMark, StatusMark } from "./marks.tsx";
import type { MenuAt } from "./row-menu.tsx";
import { ByAgent, Comments, DueMark, Faces, Progress, TagChips, Waits } from "./task-bits.tsx";
import { hoursWords, isClosed, PRIORITY_WORDS, STATUS_WORDS } from "./task-words.ts";
import type { TaskActs } from "./use-task-acts.ts";
import type { Team } from "./use-team.ts";
import { TaskLink } from "./task-link.tsx";

export const COLUMNS =
  "grid-cols-[2rem_2rem_minmax(0,1fr)_auto] md:grid-cols-[2rem_2rem_minmax(12rem,1fr)_6.5rem_5.5rem_7.5rem_4.5rem]";

interface RowProps {
  readonly task: TaskLine;
  readonly phase: string | null;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly isEdited: boolean;
  readonly acts: TaskActs;
  readonly team: Team;
  readonly tags: readonly Tag[];
  readonly today: { readonly date: string; readonly day: number };
  readonly onSelect: (id: string, extend: boolean) => void;
  readonly onMenu: (at: MenuAt) => void;
  readonly onEdit: (id: string | null) => void;
}

const CELL =
  "touch flex h-8 min-w-0 items-center rounded-md px-1.5 text-left hover:bg-kumo-fill focus-visible:-outline-offset-2";

export const ListRowView = memo(function ListRowView(props: RowProps) {
  const { task, isOpen, isSelected, isEdited, acts, today, onSelect, onMenu, onEdit } = props;
  const menu =
    (kind: MenuAt["kind"]) =>
    (event: React.MouseEvent<HTMLElement>): void =>
      onMenu({ kind, task, anchor: event.currentTarget });
  const name = clipped(task.title, 60);
  const ground = isOpen ? "bg-kumo-info-tint" : isSelected ? "bg-kumo-tint" : "hover:bg-kumo-tint";
  return (
    <div
      role="row"
      aria-selected={isSelected}
      className={`group grid min-h-10 items-center gap-x-1 border-b border-kumo-hairline px-2 text-sm sm:px-3 ${COLUMNS} ${ground}`}
    >
      <span role="cell" className="touch inline-flex items-center justify-center">
        {/* The browser's own box: the library's is too heavy for thousands. */}
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={isSelected}
          onChange={(event) => onSelect(task.id, (event.nativeEvent as MouseEvent).shiftKey)}
          className="size-4 accent-(--color-kumo-brand)"
        />
      </span>
      <span role="cell">
        <button
          type="button"
          aria-label={`Status of ${name}: ${STATUS_WORDS[task.status]}`}
          className={CELL}
          onClick={menu("status")}
        >
          <StatusMark status={task.status} spoken={false} />
        </button>
      </span>
      <span role="cell" className="min-w-0 py-1.5">
        {isEdited ? (
          <TitleInput
            title={task.title}
            onDone={(title) => {
              onEdit(null);
              if (title !== null) void acts.change(task, { title }, "Renamed.");
            }}
          />
        ) : (
          <TitleLink {...props} />
        )}
      </span>
      <PriorityCell task={task} onOpen={menu("priority")} />
      <AssigneesCell task={task} team={props.team} onOpen={menu("assignees")} />
      <span role="cell" className="max-md:hidden">
        <DueCell
          task={task}
          today={today}
          onChange={(dueDate) => void acts.change(task, { dueDate }, "Due date changed.")}
        />
      </span>
      <span role="cell" className="max-md:hidden">
        <HoursCell
          label={`Estimate of ${name}, in hours`}
          hours={task.estimatedHours}
          onChange={(estimatedHours) => void acts.change(task, { estimatedHours }, "Estimate changed.")}
        />
      </span>
    </div>
  );
});

function TitleLink({ task, phase, tags, today, onEdit }: RowProps) {
  const done = isClosed(task.status) ? "text-kumo-subtle line-through decoration-kumo-line" : "";
  return (
    <TaskLink
      id={task.id}
      data-task={task.id}
      className="block rounded focus-visible:outline-offset-4"
      onDoubleClick={() => onEdit(task.id)}
    >
      <span className="flex min-w-0 items-center gap-2">
        <span className={`min-w-0 truncate max-md:line-clamp-2 max-md:whitespace-normal ${done}`}>
          {clipped(task.title, 200)}
        </span>
        {task.createdBy.kind === "agent" ? <ByAgent /> : null}
        <span className="flex shrink-0 items-center gap-2 text-xs text-kumo-subtle max-md:hidden">
          <Waits amount={task.blockedBy} />
          <Progress done={task.checklistDone} total={task.checklistTotal} of="checklist item" />
          <Comments amount={task.commentCount} />
          <TagChips ids={task.tagIds} tags={tags} most={2} />
        </span>
        {phase === null ? null : (
          <span className="ml-auto truncate pl-2 text-xs text-kumo-subtle max-lg:hidden">
            {clipped(phase, 40)}
          </span>
        )}
      </span>
      <span className="mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-xs text-kumo-subtle md:hidden">
        <PriorityMark priority={task.priority} />
        <Waits amount={task.blockedBy} />
        <DueMark task={task} today={today} />
        <Progress done={task.checklistDone} total={task.checklistTotal} of="checklist item" />
        <Comments amount={task.commentCount} />
      </span>
    </TaskLink>
  );
}

type Opening = (event: React.MouseEvent<HTMLElement>) => void;

function PriorityCell({ task, onOpen }: { task: TaskLine; onOpen: Opening }) {
  return (
    <span role="cell" className="max-md:hidden">
      <button
        type="button"
        aria-label={`Priority of ${clipped(task.title, 60)}: ${PRIORITY_WORDS[task.priority]}`}
        className={`${CELL} w-full gap-1.5 text-xs text-kumo-subtle`}
        onClick={onOpen}
      >
        <span aria-hidden className="inline-flex">
          <PriorityMark priority={task.priority} />
        </span>
        {PRIORITY_WORDS[task.priority]}
      </button>
    </span>
  );
}

function AssigneesCell({ task, team, onOpen }: { task: TaskLine; team: Team; onOpen: Opening }) {
  return (
    <span role="cell" className="max-md:justify-self-end">
      <button type="button" className={`${CELL} w-full min-w-8 max-md:justify-end`} onClick={onOpen}>
        <span className="sr-only">Assignees of {clipped(task.title, 60)}: </span>
        {task.assigneeIds.length === 0 ? (
          <>
            <span className="sr-only">none</span>
            <span className="text-xs text-kumo-subtle max-md:hidden">Assign</span>
          </>
        ) : (
          <Faces ids={task.assigneeIds} team={team} />
        )}
      </button>
    </span>
  );
}

function TitleInput({ title, onDone }: { title: string; onDone: (title: string | null) => void }) {
  const [words, setWords] = useState(title);
  const end = (): void => onDone(words.trim() === "" || words.trim() === title ? null : words.trim());
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") end();
    if (event.key === "Escape") {
      event.stopPropagation();
      onDone(null);
    }
  };
  return (
    <input
      autoFocus
      aria-label="Title"
      value={words}
      maxLength={200}
      onChange={(event) => setWords(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={end}
      onKeyDown={onKeyDown}
      className="h-8 w-full rounded-md bg-kumo-control px-2 ring-2 ring-kumo-focus outline-none"
    />
  );
}

function DueCell({
  task,
  today,
  onChange,
}: {
  task: TaskLine;
  today: RowProps["today"];
  onChange: (dueDate: string | null) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <input
        autoFocus
        type="date"
        aria-label={`Due date of ${clipped(task.title, 60)}`}
        defaultValue={task.dueDate ?? ""}
        onBlur={(event) => {
          setOpen(false);
          const picked = event.target.value || null;
          if (picked !== task.dueDate) onChange(picked);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key !== "Escape") return;
          event.stopPropagation();
          event.currentTarget.value = task.dueDate ?? "";
          setOpen(false);
        }}
        className="h-8 w-full rounded-md bg-kumo-control px-1.5 text-xs ring-2 ring-kumo-focus outline-none"
      />
    );
  return (
    <button type="button" className={`${CELL} w-full text-xs text-kumo-subtle`} onClick={() => setOpen(true)}>
      <span className="sr-only">Due date of {clipped(task.title, 60)}: </span>
      {task.dueDate === null ? (
        <>
          <span className="sr-only">none</span>
          <span className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">Set date</span>
        </>
      ) : (
        <DueMark task={task} today={today} />
      )}
    </button>
  );
}

function HoursCell({
  label,
  hours,
  onChange,
}: {
  label: string;
  hours: number | null;
  onChange: (hours: number | null) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <input
        autoFocus
        type="number"
        min={0}
        step="0.5"
        aria-label={label}
        defaultValue={hours ?? ""}
        onBlur={(event) => {
          setOpen(false);
          const typed = event.target.value === "" ? null : Math.max(0, event.target.valueAsNumber);
          if (typed !== hours && !Number.isNaN(typed)) onChange(typed);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key !== "Escape") return;
          event.stopPropagation();
          event.currentTarget.value = String(hours ?? "");
          setOpen(false);
        }}
        className="h-8 w-full rounded-md bg-kumo-control px-1.5 text-right text-xs ring-2 ring-kumo-focus outline-none"
      />
    );
  return (
    <button
      type="button"
      className={`${CELL} w-full justify-end text-xs text-kumo-subtle tabular-nums`}
      onClick={() => setOpen(true)}
    >
      <span className="sr-only">{label}: </span>
      {hours === null ? (
        <>
          <span className="sr-only">none</span>
          <span className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">Set</span>
        </>
      ) : (
        hoursWords(hours)
      )}
    </button>
  );
}
