/** Filters of a project's tasks: words, and chips to add and remove. All of it is in the address. */
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { Link, useNavigate } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import { TASK_STATUSES, taskPrioritySchema, type Phase } from "../../../src/projects/api/projects.ts";
import type { Tag } from "../../../src/projects/api/projects-records.ts";
import { TextBox } from "../components/form.tsx";
import { FunnelIcon, XIcon } from "../components/icons.ts";
import { clipped } from "../components/text-pieces.ts";
import { isFiltered, type Due, type TaskParams } from "./project-params.ts";
import { PRIORITY_WORDS, STATUS_WORDS } from "./task-words.ts";
import type { Team } from "./use-team.ts";

const DUE_WORDS: Readonly<Record<Due, string>> = { overdue: "Overdue", week: "Due this week" };

interface Known {
  readonly team: Team;
  readonly tags: readonly Tag[];
  readonly phases: readonly Phase[];
}

export function FilterBar({ params, known }: { params: TaskParams; known: Known }) {
  const chips = chipsOf(params, known);
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
      <Words words={params.q ?? ""} />
      <AddFilter params={params} known={known} />
      {chips.map(({ key, words, without }) => (
        <Link
          key={key}
          to="."
          search={(before: TaskParams) => ({ ...before, ...without })}
          aria-label={`Remove the filter ${words}`}
          className="touch inline-flex h-7 max-w-full items-center gap-1 rounded-full bg-kumo-info-tint pr-1.5 pl-2.5 text-xs font-medium text-kumo-link hover:bg-kumo-tint"
        >
          <span className="truncate">{words}</span>
          <XIcon aria-hidden className="size-3.5 shrink-0" />
        </Link>
      ))}
      {isFiltered(params) ? (
        <Link
          to="."
          search={({ sort, down, group, task }: TaskParams) => ({ sort, down, group, task })}
          className="touch inline-flex h-7 items-center px-1 text-xs text-kumo-subtle hover:underline"
        >
          Clear
        </Link>
      ) : null}
    </div>
  );
}

interface Chip {
  readonly key: string;
  readonly words: string;
  readonly without: TaskParams;
}

function chipsOf(params: TaskParams, { team, tags, phases }: Known): Chip[] {
  const { status, priority, who, tag, phase, due } = params;
  const list = (words: string | undefined): string[] => words?.split(",") ?? [];
  const less = (all: string | undefined, one: string): string | undefined =>
    list(all)
      .filter((other) => other !== one)
      .join(",") || undefined;
  return [
    ...list(status).map((one) => ({
      key: `status ${one}`,
      words: STATUS_WORDS[one as keyof typeof STATUS_WORDS],
      without: { status: less(status, one) },
    })),
    ...list(priority).map((one) => ({
      key: `priority ${one}`,
      words: `${PRIORITY_WORDS[one as keyof typeof PRIORITY_WORDS]} priority`,
      without: { priority: less(priority, one) },
    })),
    ...(who === undefined
      ? []
      : [
          {
            key: "who",
            words: who === "none" ? "Unassigned" : clipped(team.nameOf(who), 40),
            without: { who: undefined },
          },
        ]),
    ...(tag === undefined
      ? []
      : [
          {
            key: "tag",
            words: clipped(tags.find(({ id }) => id === tag)?.name ?? "Tag", 40),
            without: { tag: undefined },
          },
        ]),
    ...(phase === undefined
      ? []
      : [
          {
            key: "phase",
            words:
              phase === "none"
                ? "No phase"
                : clipped(phases.find(({ id }) => id === phase)?.name ?? "Phase", 40),
            without: { phase: undefined },
          },
        ]),
    ...(due === undefined ? [] : [{ key: "due", words: DUE_WORDS[due], without: { due: undefined } }]),
  ];
}

function AddFilter({ params, known: { team, tags, phases } }: { params: TaskParams; known: Known }) {
  const navigate = useNavigate();
  const set = (change: TaskParams): void =>
    void navigate({ to: ".", search: (before: TaskParams) => ({ ...before, ...change }) });
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger
        render={
          <Button size="sm" className="touch" icon={<FunnelIcon aria-hidden className="size-4" />}>
            Filter
          </Button>
        }
      />
      <DropdownMenu.Content>
        <DropdownMenu.Item onClick={() => set({ due: "overdue" })}>{DUE_WORDS.overdue}</DropdownMenu.Item>
        <DropdownMenu.Item onClick={() => set({ due: "week" })}>{DUE_WORDS.week}</DropdownMenu.Item>
        <DropdownMenu.Separator />
        <Sub label="Assignee">
          <Items of={[{ id: "none", name: "Unassigned" }, ...team.members]} onPick={(who) => set({ who })} />
        </Sub>
        <Sub label="Status">
          <Ticks
            of={TASK_STATUSES.map((status) => [status, STATUS_WORDS[status]] as const)}
            chosen={params.status}
            onPick={(status) => set({ status })}
          />
        </Sub>
        <Sub label="Priority">
          <Ticks
            of={taskPrioritySchema.options.map((priority) => [priority, PRIORITY_WORDS[priority]] as const)}
            chosen={params.priority}
            onPick={(priority) => set({ priority })}
          />
        </Sub>
        {phases.length === 0 ? null : (
          <Sub label="Phase">
            <Items of={[{ id: "none", name: "No phase" }, ...phases]} onPick={(phase) => set({ phase })} />
          </Sub>
        )}
        {tags.length === 0 ? null : (
          <Sub label="Tag">
            <Items of={tags} onPick={(tag) => set({ tag })} />
          </Sub>
        )}
      </DropdownMenu.Content>
    </DropdownMenu>
  );
}

function Sub({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger>{label}</DropdownMenu.SubTrigger>
      <DropdownMenu.SubContent>{children}</DropdownMenu.SubContent>
    </DropdownMenu.Sub>
  );
}

function Items({
  of,
  onPick,
}: {
  of: readonly { readonly id: string; readonly name: string }[];
  onPick: (id: string) => void;
}) {
  return of.map(({ id, name }) => (
    <DropdownMenu.Item key={id} onClick={() => onPick(id)}>
      {clipped(name, 60)}
    </DropdownMenu.Item>
  ));
}

/** Several of a list, kept with commas. */
function Ticks({
  of,
  chosen,
  onPick,
}: {
  of: readonly (readonly [value: string, words: string])[];
  chosen: string | undefined;
  onPick: (chosen: string | undefined) => void;
}) {
  const now = chosen?.split(",") ?? [];
  return of.map(([value, words]) => (
    <DropdownMenu.CheckboxItem
      key={value}
      checked={now.includes(value)}
      onCheckedChange={() =>
        onPick(
          (now.includes(value) ? now.filter((one) => one !== value) : [...now, value]).join(",") || undefined,
        )
      }
    >
      {words}
    </DropdownMenu.CheckboxItem>
  ));
}

const PAUSE_MS = 150;

function Words({ words }: { words: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(words);
  const [known, setKnown] = useState({ seen: words, sent: words });
  const tell = useEffectEvent((sent: string) => {
    setKnown((now) => ({ ...now, sent }));
    void navigate({ to: ".", search: (before) => ({ ...before, q: sent || undefined }), replace: true });
  });
  // The address changed by other means: a link, or back.
  if (words !== known.seen) {
    setKnown({ ...known, seen: words });
    if (words !== known.sent) setTyped(words);
  }
  useEffect(() => {
    if (typed.trim() === words) return;
    const timer = setTimeout(() => tell(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, words]);
  return (
    <span className="w-44 max-sm:w-full">
      <TextBox
        type="search"
        aria-label="Search tasks"
        placeholder="Search tasks"
        data-search="tasks"
        value={typed}
        maxLength={100}
        onChange={setTyped}
        className="h-8 w-full"
      />
    </span>
  );
}
