/** A project's tasks by status. */
import { useMemo, useState } from "react";
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { TASK_STATUSES, type TaskStatus } from "../../../src/projects/api/projects.ts";
import {
  MOST_CARDS_COUNTED,
  type BoardColumnOf,
  type TaskFilter,
  type TaskLine,
} from "../../../src/projects/api/projects-tasks.ts";
import { boardQuery, projectQuery, withMoreCards } from "./project-queries.ts";
import { ButtonLink } from "../components/button-link.tsx";
import { toastError } from "../components/toasts.ts";
import { Bar } from "../components/skeleton.tsx";
import { Board, type BoardColumn, type BoardMove } from "../components/board/board.tsx";
import { orderBetween } from "../components/board/board-places.ts";
import { FilterBar } from "./filter-bar.tsx";
import { StatusMark } from "./marks.tsx";
import { filterOf, isFiltered, type TaskParams } from "./project-params.ts";
import { QuickAdd } from "./quick-add.tsx";
import { TaskCard } from "./task-card.tsx";
import { STATUS_WORDS } from "./task-words.ts";
import { useTaskActs } from "./use-task-acts.ts";
import { useTags, useTeam, useToday } from "./use-team.ts";
import { NotLoaded } from "../components/not-loaded.tsx";

type Shown = BoardColumn<TaskLine> & BoardColumnOf;

export default function ProjectBoard() {
  const id = useParams({ strict: false }).id ?? "";
  const params: TaskParams = useSearch({ strict: false });
  const [team, tags, today, acts] = [useTeam(), useTags(), useToday(), useTaskActs()];
  const { data: project } = useQuery(projectQuery(id));
  const filter = filterOf(params, today.date);
  const query = useQuery(boardQuery(id, filter));
  const { data } = query;
  const columns = useMemo(() => shownColumns(data, params.status), [data, params.status]);
  const cards = useMoreCards(id, filter);
  const isEmpty = !isFiltered(params) && data?.every(({ count }) => count === 0) === true;
  const move = ({ card, column, place }: BoardMove<TaskLine>): void => {
    const status = column as TaskStatus;
    const others = (columns.find(({ key }) => key === column)?.cards ?? []).filter(
      ({ id: one }) => one !== card.id,
    );
    const at = place.after === null ? -1 : others.findIndex(({ id: one }) => one === place.after);
    const sortOrder = orderBetween(others[at]?.sortOrder, others[at + 1]?.sortOrder);
    const isSame = status === card.status;
    void acts.change(
      card,
      isSame ? { sortOrder } : { status, sortOrder },
      isSame ? undefined : `Moved to ${STATUS_WORDS[status]}.`,
    );
  };
  return (
    <>
      <div className="flex shrink-0 items-center px-4 pt-3">
        <FilterBar params={params} known={{ team, tags, phases: project?.phases ?? [] }} />
      </div>
      {isEmpty ? <NoTasks projectId={id} /> : null}
      {data === undefined ? (
        <NotLoaded query={query} skeleton={<BoardSkeleton />} inset />
      ) : (
        <Board
          columns={columns}
          onMove={move}
          draw={(task) => (
            <TaskCard
              task={task}
              isOpen={task.id === params.task}
              acts={acts}
              team={team}
              tags={tags}
              today={today}
            />
          )}
          onEnd={(column) => {
            const { status } = column as Shown;
            if (!cards.hasFailed(status)) void cards.load(column as Shown);
          }}
          foot={(column) => (
            <div className="flex flex-col gap-1">
              <More column={column as Shown} cards={cards} />
              {isFiltered(params) ? null : (
                <QuickAdd
                  label={`New task in ${column.title}`}
                  onAdd={async (title) =>
                    (await acts.create(
                      { projectId: id, title, status: column.key as TaskStatus },
                      project?.name ?? "",
                    )) !== null
                  }
                />
              )}
            </div>
          )}
        />
      )}
    </>
  );
}

/** Above the columns, which take tasks all the same. */
function NoTasks({ projectId }: { projectId: string }) {
  return (
    <div className="sheet mx-4 mt-3 flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <p className="min-w-0 flex-1 basis-64">
        <span className="font-medium">No tasks yet.</span>{" "}
        <span className="text-kumo-subtle">
          Describe the project and Steward plans it, or add the first task below.
        </span>
      </p>
      <ButtonLink to="/projects/$id/agents" params={{ id: projectId }} variant="primary" className="touch">
        Plan it
      </ButtonLink>
    </div>
  );
}

/** Canceled tasks show only on request; they are rarely needed. */
function shownColumns(data: readonly BoardColumnOf[] | undefined, asked: string | undefined): Shown[] {
  const wanted = asked?.split(",");
  return TASK_STATUSES.filter((status) => wanted?.includes(status) ?? status !== "cancelled").flatMap(
    (status) => {
      const column = data?.find((one) => one.status === status);
      return column === undefined
        ? []
        : [
            {
              ...column,
              key: status,
              title: STATUS_WORDS[status],
              mark: <StatusMark status={status} spoken={false} />,
              cards: column.items,
              ...(isCountedTo(column) ? { countWords: `${MOST_CARDS_COUNTED}+` } : {}),
            },
          ];
    },
  );
}

/** Loads a column's next cards on scroll or on request; pages already loading aren't requested again. */
function useMoreCards(projectId: string, filter: TaskFilter) {
  const client = useQueryClient();
  const [loading, setLoading] = useState<ReadonlySet<TaskStatus>>(new Set());
  const [failed, setFailed] = useState<ReadonlySet<TaskStatus>>(new Set());
  const load = async (column: BoardColumnOf): Promise<void> => {
    const { status } = column;
    if (column.nextCursor === null || loading.has(status)) return;
    setLoading((now) => new Set([...now, status]));
    setFailed((now) => without(now, status));
    try {
      const longer = await withMoreCards(projectId, filter, column);
      const { queryKey } = boardQuery(projectId, filter);
      client.setQueryData<readonly BoardColumnOf[]>(queryKey, (columns) =>
        columns?.map((one) =>
          one.status === status ? { ...one, items: longer.items, nextCursor: longer.nextCursor } : one,
        ),
      );
      // A pending answer belongs to the shorter column.
      if (client.isFetching({ queryKey, exact: true }) > 0)
        void client.invalidateQueries({ queryKey, exact: true });
    } catch (error) {
      setFailed((now) => new Set([...now, status]));
      toastError(error);
    } finally {
      setLoading((now) => without(now, status));
    }
  };
  return {
    load,
    isLoading: (status: TaskStatus) => loading.has(status),
    hasFailed: (status: TaskStatus) => failed.has(status),
  };
}

function without(statuses: ReadonlySet<TaskStatus>, status: TaskStatus): ReadonlySet<TaskStatus> {
  return new Set([...statuses].filter((one) => one !== status));
}

/** How many further cards a column has, and a button for them: keys reach what scrolling does. */
function More({ column, cards }: { column: Shown; cards: ReturnType<typeof useMoreCards> }) {
  if (column.nextCursor === null) return null;
  const left = column.count - column.cards.length;
  return (
    <Button
      size="sm"
      className="touch justify-center"
      loading={cards.isLoading(column.status)}
      onClick={() => void cards.load(column)}
    >
      {isCountedTo(column) || left <= 0 ? "More" : `${left.toLocaleString("en-US")} more`}
    </Button>
  );
}

/** Whether there may be more than are counted. */
function isCountedTo({ count, nextCursor }: BoardColumnOf): boolean {
  return count === MOST_CARDS_COUNTED && nextCursor !== null;
}

function BoardSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex min-h-0 flex-1 gap-3 overflow-hidden p-4">
      {[3, 2, 1, 2, 1].map((cards, at) => (
        <div
          key={at}
          className="flex w-[85vw] max-w-xs shrink-0 flex-col gap-2 rounded-xl bg-kumo-recessed p-2 pt-10 sm:min-w-48 sm:flex-1 sm:basis-0"
        >
          {Array.from({ length: cards }, (_, card) => (
            <Bar key={card} className="h-20 w-full" />
          ))}
        </div>
      ))}
    </div>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchQuery(boardQuery(id, {}));
}
