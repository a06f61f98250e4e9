/** A project's tasks as a list: sorted, grouped, filtered, changed in place, one or many. */
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useInfiniteQuery, useQuery, type QueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { CaretDownIcon, CaretUpIcon } from "../components/icons.ts";
import { projectQuery, tasksQuery } from "./project-queries.ts";
import { Choice } from "../components/form.tsx";
import { Empty } from "../components/page.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { COLUMNS } from "./list-row.tsx";
import { listRows, LOCAL_SORTS, selectedAfter, sorted, type ListRow } from "./list-rows.ts";
import { filterOf, GROUPS, isFiltered, type Grouping, type Sort, type TaskParams } from "./project-params.ts";
import { QuickAdd } from "./quick-add.tsx";
import { SavedViews } from "./saved-views.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { TaskList } from "./task-list.tsx";
import { useTaskActs } from "./use-task-acts.ts";
import { useTags, useTeam, useToday } from "./use-team.ts";
import { itemsOf } from "../api/paged.ts";
import { NotLoaded } from "../components/not-loaded.tsx";

const NO_PHASES: readonly never[] = [];

/** Tasks in the order asked for; an order the server doesn't know, and groups, need all of them. */
function useListed(id: string, params: TaskParams, today: string) {
  const { sort = "manual", down = false, group = "none" } = params;
  const asked = sort === "due" || sort === "updated" ? sort : "manual";
  const query = useInfiniteQuery(tasksQuery(id, filterOf(params, today), asked));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const needsAll = LOCAL_SORTS.has(sort) || group !== "none" || down;
  const more = (): void => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  const next = useEffectEvent(more);
  useEffect(() => {
    if (needsAll) next();
  }, [needsAll, hasNextPage, isFetchingNextPage]);
  const tasks = useMemo(() => itemsOf(data), [data]);
  return { query, tasks, more };
}

/** The selected tasks; with Shift, from the last one. */
function useSelection(rows: readonly ListRow[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const from = useRef<string | null>(null);
  const shown = useRef(rows);
  useEffect(() => {
    shown.current = rows;
  });
  const select = useCallback((task: string, extend: boolean) => {
    const begin = extend ? from.current : null;
    from.current = task;
    setSelected((now) => selectedAfter(now, shown.current, task, begin));
  }, []);
  return { selected, select, clear: () => setSelected(new Set()) };
}

export default function ProjectList() {
  const id = useParams({ strict: false }).id ?? "";
  const params: TaskParams = useSearch({ strict: false });
  const [team, tags, today, acts] = [useTeam(), useTags(), useToday(), useTaskActs()];
  const { data: project } = useQuery(projectQuery(id));
  const phases = project?.phases ?? NO_PHASES;
  const { query, tasks, more } = useListed(id, params, today.date);
  const { sort = "manual", down = false, group = "none" } = params;
  const rows = useMemo(
    () => listRows(sorted(tasks, sort, down), group, { phases, nameOf: team.nameOf }),
    [tasks, sort, down, group, phases, team],
  );
  const { selected, select, clear } = useSelection(rows);
  const chosen = tasks.filter((task) => selected.has(task.id));
  const add = async (title: string): Promise<boolean> =>
    (await acts.create({ projectId: id, title }, project?.name ?? "")) !== null;
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-kumo-hairline px-4 py-2">
        <FilterBar params={params} known={{ team, tags, phases }} />
        <GroupChoice group={group} />
        <SavedViews projectId={id} layout="list" params={params} />
      </div>
      {query.data === undefined ? (
        <NotLoaded query={query} rows={10} inset />
      ) : (
        <TaskList
          rows={rows}
          phases={phases}
          head={<Head sort={sort} down={down} />}
          foot={<Foot isEmpty={tasks.length === 0} filtered={isFiltered(params)} onAdd={add} />}
          openId={params.task}
          selected={selected}
          acts={acts}
          team={team}
          tags={tags}
          today={today}
          onSelect={select}
          onEnd={more}
        />
      )}
      {chosen.length === 0 ? null : (
        <SelectionBar tasks={chosen} phases={phases} acts={acts} team={team} onClear={clear} />
      )}
    </>
  );
}

const GROUP_WORDS: Readonly<Record<Grouping, string>> = {
  none: "Not grouped",
  phase: "By phase",
  status: "By status",
  assignee: "By assignee",
  priority: "By priority",
};

function GroupChoice({ group }: { group: Grouping }) {
  const navigate = useNavigate();
  return (
    <Choice
      label="Group tasks"
      value={group}
      options={GROUPS.map((one) => [one, GROUP_WORDS[one]] as const)}
      onChange={(picked) =>
        void navigate({
          to: ".",
          search: (before) => ({ ...before, group: picked === "none" ? undefined : picked }),
        })
      }
    />
  );
}

const HEADS: readonly (readonly [sort: Sort | null, words: string, className: string])[] = [
  ["status", "", "max-md:hidden"],
  ["title", "Title", "px-0!"],
  ["priority", "Priority", "max-md:hidden"],
  [null, "Assignees", "max-md:hidden"],
  ["due", "Due", "max-md:hidden"],
  ["estimate", "Estimate", "max-md:hidden justify-end"],
];

function Head({ sort, down }: { sort: Sort; down: boolean }) {
  return (
    <div
      role="row"
      className={`sticky top-0 z-10 grid h-8 items-center gap-x-1 border-b border-kumo-line bg-kumo-base px-2 text-xs text-kumo-subtle max-md:hidden sm:px-3 ${COLUMNS}`}
    >
      <span role="columnheader">
        <span className="sr-only">Selected</span>
      </span>
      {HEADS.map(([by, words, className]) => (
        <span
          key={words || "status"}
          role="columnheader"
          aria-sort={by === sort ? (down ? "descending" : "ascending") : "none"}
          className={`flex px-1.5 ${className}`}
        >
          {by === null ? words : <SortLink by={by} words={words} sort={sort} down={down} />}
        </span>
      ))}
    </div>
  );
}

/** First press: that order; second: turned around; third: the project's own order again. */
function SortLink({ by, words, sort, down }: { by: Sort; words: string; sort: Sort; down: boolean }) {
  const isNow = by === sort;
  const next = (before: TaskParams): TaskParams => ({
    ...before,
    sort: isNow && down ? undefined : by,
    down: isNow && !down ? true : undefined,
  });
  return (
    <Link
      to="."
      search={next}
      className={`inline-flex items-center gap-0.5 rounded hover:text-kumo-default ${isNow ? "font-medium text-kumo-default" : ""}`}
    >
      {words === "" ? <span className="sr-only">Status</span> : words}
      {isNow ? (
        down ? (
          <CaretUpIcon aria-hidden className="size-3" />
        ) : (
          <CaretDownIcon aria-hidden className="size-3" />
        )
      ) : words === "" ? (
        <CaretDownIcon aria-hidden className="size-3 opacity-50" />
      ) : null}
    </Link>
  );
}

function Foot({
  isEmpty,
  filtered,
  onAdd,
}: {
  isEmpty: boolean;
  filtered: boolean;
  onAdd: (title: string) => Promise<boolean>;
}) {
  if (isEmpty && filtered) return <Empty title="No tasks match">Remove a filter to see more.</Empty>;
  return (
    <div className="p-2 sm:px-3">
      {isEmpty ? (
        <Empty title="No tasks yet">Write the first one below. Press Enter for the next.</Empty>
      ) : null}
      {filtered ? null : <QuickAdd label="New task" onAdd={onAdd} />}
    </div>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchInfiniteQuery(tasksQuery(id, {}, "manual"));
}
