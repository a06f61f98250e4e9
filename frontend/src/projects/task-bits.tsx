/** Small parts of a task used on several pages: people, dates, progress, tags. */
import type { TagColor } from "./tag-colors.ts";
import { CalendarBlankIcon, ChatCircleIcon, CheckIcon, LockSimpleIcon } from "../components/icons.ts";
import { avatarHue, initialsOf } from "../team/people/initials.ts";
import { clipped } from "../components/text-pieces.ts";
import type { TaskLine } from "../../../src/projects/api/projects-tasks.ts";
import type { Tag } from "../../../src/projects/api/projects-records.ts";
import { isLate } from "./schedule.ts";
import { dateWords, dueWords } from "./task-words.ts";
import { count, sentenceList } from "../components/words.ts";
import { TAG_CLASSES } from "./tag-colors.ts";
import type { Team } from "./use-team.ts";

export function Faces({ ids, team }: { ids: readonly string[]; team: Team }) {
  if (ids.length === 0) return null;
  const names = ids.map(team.nameOf);
  return (
    <span title={names.join(", ")} className="flex shrink-0 -space-x-1.5">
      <span className="sr-only">Assigned to {sentenceList(names)}</span>
      {names.slice(0, 3).map((name, at) => (
        <Face key={ids[at]} name={name} />
      ))}
      {names.length > 3 ? (
        <span
          aria-hidden
          className="grid size-5 place-items-center rounded-full bg-kumo-fill text-[0.625rem] font-semibold ring-2 ring-kumo-base"
        >
          +{names.length - 3}
        </span>
      ) : null}
    </span>
  );
}

export function Face({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      style={{ "--hue": avatarHue(name) } as React.CSSProperties}
      className="avatar grid size-5 shrink-0 place-items-center rounded-full text-[0.625rem] font-semibold ring-2 ring-kumo-base select-none"
    >
      {initialsOf(name)}
    </span>
  );
}

export function DueMark({
  task,
  today,
}: {
  task: Pick<TaskLine, "dueDate" | "status">;
  today: { readonly date: string; readonly day: number };
}) {
  if (task.dueDate === null) return null;
  const late = isLate(task, today.day);
  return (
    <span
      title={`Due ${dateWords(task.dueDate)}`}
      className={`inline-flex shrink-0 items-center gap-1 whitespace-nowrap ${late ? "font-medium text-kumo-danger" : ""}`}
    >
      <CalendarBlankIcon aria-hidden className="size-3.5" />
      <span className="sr-only">{late ? "Overdue: " : "Due "}</span>
      {dueWords(task.dueDate, today.date)}
    </span>
  );
}

export function Progress({ done, total, of }: { done: number; total: number; of: string }) {
  if (total === 0) return null;
  return (
    <span
      title={`${done} of ${count(total, of)} done`}
      className="inline-flex shrink-0 items-center gap-0.5 tabular-nums"
    >
      <CheckIcon aria-hidden className="size-3.5" />
      <span className="sr-only">{of}s: </span>
      {done}/{total}
    </span>
  );
}

export function Comments({ amount }: { amount: number }) {
  if (amount === 0) return null;
  return (
    <span className="inline-flex shrink-0 items-center gap-0.5 tabular-nums">
      <ChatCircleIcon aria-hidden className="size-3.5" />
      {amount}
      <span className="sr-only"> comments</span>
    </span>
  );
}

/** A task that waits for others to be finished. */
export function Waits({ amount }: { amount: number }) {
  if (amount === 0) return null;
  const words = `Waits for ${count(amount, "task")}`;
  return (
    <span title={words} className="inline-flex shrink-0 items-center gap-0.5 text-kumo-warning tabular-nums">
      <LockSimpleIcon aria-hidden className="size-3.5" />
      {amount}
      <span className="sr-only"> {words}</span>
    </span>
  );
}

export function TagChip({ name, color }: { name: string; color: TagColor }) {
  return (
    <span
      className={`inline-flex max-w-32 shrink-0 items-center gap-1 rounded-full px-1.5 text-xs leading-4.5 ring ring-kumo-line`}
    >
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${TAG_CLASSES[color]}`} />
      <span className="truncate">{clipped(name, 50)}</span>
    </span>
  );
}

export function TagChips({
  ids,
  tags,
  most = 3,
}: {
  ids: readonly string[];
  tags: readonly Tag[];
  most?: number;
}) {
  const known = ids.flatMap((id) => tags.find((tag) => tag.id === id) ?? []);
  if (known.length === 0) return null;
  return (
    <span className="flex min-w-0 flex-wrap gap-1">
      {known.slice(0, most).map(({ id, name, color }) => (
        <TagChip key={id} name={name} color={color} />
      ))}
      {known.length > most ? <span className="text-xs text-kumo-subtle">+{known.length - most}</span> : null}
    </span>
  );
}

/** Marks what an AI agent wrote. */
export function ByAgent() {
  return (
    <span className="inline-flex shrink-0 items-center rounded bg-kumo-info-tint px-1 text-[0.6875rem] leading-4 font-medium text-kumo-link">
      AI
      <span className="sr-only"> wrote this</span>
    </span>
  );
}
