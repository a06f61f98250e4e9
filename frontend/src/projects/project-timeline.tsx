/** A project's timeline: bars, dependencies, and the baseline. */
import { useEffect, useMemo, useState, type ReactNode } from "react";
import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { projectsEndpoints, type ProjectPage } from "../../../src/projects/api/projects.ts";
import { call } from "../api/call.ts";
import { projectQuery, timelineQuery } from "./project-queries.ts";
import { readStored, writeStored } from "../api/storage.ts";
import { Choice } from "../components/form.tsx";
import { Empty } from "../components/page.tsx";
import { clipped } from "../components/text-pieces.ts";
import { Time } from "../components/time.tsx";
import { count } from "../components/words.ts";
import { StatusMark } from "./marks.tsx";
import type { TaskParams } from "./project-params.ts";
import { dateWords } from "./task-words.ts";
import { TimelineChart } from "./timeline-chart.tsx";
import { drift, timelineRows, type TaskRow } from "./timeline-rows.ts";
import { ZOOMS, type Zoom } from "./timeline-scale.ts";
import { renewProjects } from "./use-record.ts";
import { offerUndo } from "./use-task-acts.ts";
import { useToday } from "./use-team.ts";
import { TaskLink } from "./task-link.tsx";
import { itemsOf } from "../api/paged.ts";
import { NotLoaded } from "../components/not-loaded.tsx";

const ZOOM_WORDS: Readonly<Record<Zoom, string>> = { days: "Days", weeks: "Weeks", months: "Months" };

export default function ProjectTimeline() {
  const id = useParams({ strict: false }).id ?? "";
  const { data: project } = useQuery(projectQuery(id));
  const query = useInfiniteQuery(timelineQuery(id));
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const bars = useMemo(() => data && itemsOf(data), [data]);
  if (bars === undefined || project === undefined) return <NotLoaded query={query} rows={8} inset />;
  if (bars.length === 0)
    return (
      <Empty
        title="Nothing on the timeline yet"
        action={
          <Link to="/projects/$id/list" params={{ id }} className="link">
            Add tasks in the list
          </Link>
        }
      >
        Tasks with a start or a due date appear here as bars.
      </Empty>
    );
  const rest = !hasNextPage ? null : isFetchNextPageError ? (
    <Button size="sm" className="touch" onClick={() => void fetchNextPage()}>
      {`${bars.length.toLocaleString("en-US")} tasks loaded. Load the others`}
    </Button>
  ) : (
    <span role="status">{`${bars.length.toLocaleString("en-US")} tasks loaded so far…`}</span>
  );
  return <Shown project={project} bars={bars} rest={rest} />;
}

/** `rest` replaces the summary until all bars are loaded. */
function Shown({
  project,
  bars,
  rest,
}: {
  project: ProjectPage;
  bars: Parameters<typeof timelineRows>[0];
  rest: ReactNode;
}) {
  const { task: openId }: TaskParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const today = useToday();
  const [zoom, setZoom] = useState<Zoom>(
    () => ZOOMS.find((one) => one === readStored("timeline.zoom")) ?? "weeks",
  );
  const rows = useMemo(
    () => timelineRows(bars, project.phases, today.day),
    [bars, project.phases, today.day],
  );
  const open = (id: string): void =>
    void navigate({ to: ".", search: (before) => ({ ...before, task: id }) });
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-kumo-hairline px-4 py-2">
        <Choice
          label="Zoom"
          value={zoom}
          options={ZOOMS.map((one) => [one, ZOOM_WORDS[one]] as const)}
          onChange={(picked) => {
            setZoom(picked);
            writeStored("timeline.zoom", picked);
          }}
        />
        <Legend />
        <Baseline project={project} rows={rows} rest={rest} />
      </div>
      <TimelineChart
        rows={rows}
        today={today.day}
        zoom={zoom}
        label={(row) => <Label row={row as TaskRow} isOpen={row.id === openId} />}
        onOpen={(row) => open(row.id)}
      />
    </>
  );
}

function Label({ row, isOpen }: { row: TaskRow; isOpen: boolean }) {
  if (row.kind === "phase" || row.bar0 === null)
    return <span className="truncate px-3 text-xs font-semibold">{clipped(row.title, 80)}</span>;
  return (
    <TaskLink
      id={row.id}
      data-row
      aria-current={isOpen ? "true" : undefined}
      title={row.words}
      className={`flex h-full w-full min-w-0 items-center gap-2 pr-2 text-sm hover:bg-kumo-tint focus-visible:-outline-offset-2 ${row.depth === 1 ? "pl-8" : "pl-3"} ${isOpen ? "bg-kumo-info-tint" : ""}`}
    >
      <StatusMark status={row.bar0.status} spoken={false} />
      <span className="truncate">{clipped(row.title, 120)}</span>
      <span className="sr-only">{row.words.slice(row.title.length)}</span>
    </TaskLink>
  );
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-3 text-xs text-kumo-subtle max-sm:hidden">
      {(
        [
          ["bg-kumo-interact", "To do"],
          ["bg-kumo-info", "Under way"],
          ["bg-kumo-danger", "Blocked"],
          ["bg-kumo-warning", "Overdue"],
          ["bg-kumo-success", "Done"],
        ] as const
      ).map(([color, words]) => (
        <li key={words} className="flex items-center gap-1.5">
          <span aria-hidden className={`h-2 w-4 rounded-sm ${color}`} />
          {words}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="h-1.5 w-4 rounded-full border border-dashed border-kumo-contrast" />
        Baseline
      </li>
    </ul>
  );
}

/** Drift from the baseline, and the button that sets a new one. */
function Baseline({
  project,
  rows,
  rest,
}: {
  project: ProjectPage;
  rows: readonly TaskRow[];
  rest: ReactNode;
}) {
  const client = useQueryClient();
  const store = useMutation({
    mutationFn: () =>
      call(projectsEndpoints.setBaseline, {
        params: { id: project.id },
        body: { version: project.version },
      }),
    onSuccess: ({ changeId }) => offerUndo(client, "Baseline set to the current plan.", [changeId]),
    onSettled: () => renewProjects(client),
  });
  // Without some of the tasks it would be a wrong end.
  const moved = rest === null ? drift(rows) : null;
  return (
    <p className="ml-auto flex flex-wrap items-center gap-x-2 text-xs text-kumo-subtle">
      {rest}
      {project.baselineAt === null ? (
        "No baseline yet."
      ) : (
        <>
          {moved === null ? null : (
            <span className={moved.days > 0 ? "font-medium text-kumo-danger" : ""}>
              {moved.days === 0
                ? `Ends as agreed, ${dateWords(moved.end)}`
                : `Ends ${dateWords(moved.end)}, ${count(Math.abs(moved.days), "day")} ${moved.days > 0 ? "later" : "earlier"} than agreed`}
            </span>
          )}
          <span>
            Baseline of <Time at={project.baselineAt} />
          </span>
        </>
      )}
      <Button size="sm" className="touch" loading={store.isPending} onClick={() => store.mutate()}>
        {project.baselineAt === null ? "Set baseline" : "Set again"}
      </Button>
    </p>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchInfiniteQuery(timelineQuery(id));
}
