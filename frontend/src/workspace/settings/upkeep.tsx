/** The daily upkeep of the team's memory: when it runs, whether it does, and what its last runs changed and asked for. */
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { scheduleEndpoints, type Schedule } from "../../../../src/agent/api/schedules.ts";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { call } from "../../api/call.ts";
import { runQuery } from "../../api/queries.ts";
import { schedulesQuery } from "../../agent/schedule-queries.ts";
import { Notice } from "../../components/notice.tsx";
import { Empty } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { money, withoutMarks } from "../../components/words.ts";
import { RunWork } from "../../agent/activity/run-work.tsx";
import { ScheduleSwitch } from "../../agent/settings/schedule-switch.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { DailyClock } from "../../agent/settings/daily-clock.tsx";

/** The job's schedule; its runs carry the same name. */
const UPKEEP = "system.memory.upkeep";
/** Runs listed. */
const SHOWN = 14;

/** Under the key of all schedules: news of them renew it. */
const upkeepQuery = queryOptions({
  queryKey: [...schedulesQuery.queryKey, UPKEEP],
  queryFn: ({ signal }) => call(scheduleEndpoints.get, { signal, params: { id: UPKEEP } }),
});

export default function UpkeepSettings() {
  const query = useQuery(upkeepQuery);
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} />;
  return (
    <>
      <Section
        title="Memory upkeep"
        lead={
          <>
            Once a day, Steward merges earlier daily notes into{" "}
            <Link to="/workspace/$" params={{ _splat: "areas" }} className="link">
              areas
            </Link>
            , line by line, each linked to its note and run. The notes themselves stay as they are. Duplicates
            and contradictions are listed in a note for you to settle, and changes to{" "}
            <Link to="/workspace/$" params={{ _splat: "MEMORY.md" }} className="link">
              MEMORY.md
            </Link>{" "}
            wait for your approval.
          </>
        }
      >
        <Clock schedule={data} />
      </Section>
      <LastRuns schedule={data} />
    </>
  );
}

function Clock({ schedule }: { schedule: Schedule }) {
  const job = { schedule, queryKey: upkeepQuery.queryKey };
  return (
    <Rows>
      <ScheduleSwitch label="Memory upkeep" {...job} />
      <DailyClock {...job} name="Memory upkeep" label="Every day at" offered="05:00" />
    </Rows>
  );
}

function LastRuns({ schedule }: { schedule: Schedule }) {
  // Fetched again after each run.
  const query = useQuery({
    queryKey: ["runs", "of", UPKEEP, schedule.lastSeenAt],
    queryFn: ({ signal }) =>
      call(teamEndpoints.runs, { signal, query: { conversationId: UPKEEP, limit: SHOWN } }),
    select: (page) => page.items,
    placeholderData: (before) => before,
  });
  const { data } = query;
  const [newest, ...older] = data ?? [];
  return (
    <Section title="Recent runs">
      <LastRun schedule={schedule} outcome={newest?.outcome} />
      {data ? null : <NotLoaded query={query} rows={2} />}
      {schedule.lastSeenAt === null && data?.length === 0 ? (
        <Empty title="No runs yet">What it merges and asks for will appear here.</Empty>
      ) : null}
      {newest ? <Newest id={newest.id} at={newest.startedAt} /> : null}
      {older.length === 0 ? null : (
        <Rows>
          {older.map((run) => (
            <RowItem key={run.id}>
              <Link
                to="/activity/$id"
                params={{ id: run.id }}
                className="touch min-w-0 flex-1 basis-48 wrap-anywhere hover:underline"
              >
                {withoutMarks(run.outcome ?? "", 500) || "Memory upkeep"}
              </Link>
              <span className="text-xs text-kumo-subtle">
                <Time at={run.startedAt} /> · {money(run.costUsd)}
              </span>
            </RowItem>
          ))}
        </Rows>
      )}
      {newest ? (
        <p className="text-sm">
          <Link to="/settings/agents/$name" params={{ name: newest.agent }} className="link">
            Edit the instructions for {newest.agentTitle}
          </Link>
        </p>
      ) : null}
    </Section>
  );
}

/** How the last run went, where the list below does not say so. */
function LastRun({ schedule, outcome }: { schedule: Schedule; outcome: string | null | undefined }) {
  const { lastError, lastSeenAt, lastSummary } = schedule;
  if (lastError !== null) {
    return (
      <Notice tone="danger" title="The last run failed.">
        {lastError} Nothing is lost. The next run merges what this one missed.
      </Notice>
    );
  }
  if (lastSeenAt === null || lastSummary === outcome) return null;
  return (
    <p>
      Last run <Time at={lastSeenAt} />: {lastSummary ?? "finished."}
    </p>
  );
}

/** The newest run that found something to merge, with all it changed and asked for. */
function Newest({ id, at }: { id: string; at: string }) {
  const query = useQuery(runQuery(id));
  const { data } = query;
  return (
    <div className="flex flex-col gap-3 sheet px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
          {withoutMarks(data?.outcome ?? "", 500)}
        </span>
        <Link to="/activity/$id" params={{ id }} className="touch text-sm link">
          See run, <Time at={at} />
        </Link>
      </p>
      {data ? <RunWork trace={data} /> : <NotLoaded query={query} rows={1} />}
    </div>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(upkeepQuery);
}
