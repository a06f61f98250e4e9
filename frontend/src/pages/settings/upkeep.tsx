/** The daily upkeep of the team's memory: when it runs, whether it does, and what its last runs changed and asked for. */
import { useState, type FormEvent } from "react";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { Switch } from "@cloudflare/kumo/components/switch";
import { scheduleEndpoints, type Schedule } from "../../../../src/protocol/schedules.ts";
import { accountEndpoints } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { runQuery } from "../../api/queries.ts";
import { schedulesQuery } from "../../api/schedule-queries.ts";
import { LeaveGuard } from "../../components/leave-guard.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Empty } from "../../components/page.tsx";
import { useZone } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { toasts } from "../../components/toasts.ts";
import { money } from "../../components/words.ts";
import { RunWork } from "../activity/run-work.tsx";
import { When } from "../schedules/schedule-row.tsx";
import { useScheduleActions } from "../schedules/use-schedule-actions.ts";
import { dailyCron, dailyTime } from "./daily-time.ts";
import { RowItem, Rows, Section } from "./section.tsx";

/** The job's schedule; its runs carry the same name. */
const UPKEEP = "system.memory.upkeep";
const LINK = "text-kumo-link underline underline-offset-2";
/** Runs told of. */
const SHOWN = 14;

/** Under the key of all schedules: news of them renew it. */
const upkeepQuery = queryOptions({
  queryKey: [...schedulesQuery.queryKey, UPKEEP],
  queryFn: ({ signal }) => call(scheduleEndpoints.get, { signal, params: { id: UPKEEP } }),
});

export default function UpkeepSettings() {
  const { data, error, refetch } = useQuery(upkeepQuery);
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  return (
    <>
      <Section
        title="Daily upkeep"
        lead={
          <>
            Once a day the notes of days gone by are folded into{" "}
            <Link to="/workspace/$" params={{ _splat: "areas" }} className={LINK}>
              areas
            </Link>
            , line by line, each with its note and its run. The notes stay as they are. Duplicates and
            contradictions are listed in a note, never settled by Steward; a change of{" "}
            <Link to="/workspace/$" params={{ _splat: "MEMORY.md" }} className={LINK}>
              MEMORY.md
            </Link>{" "}
            waits for your approval.
          </>
        }
      >
        <Clock schedule={data} />
      </Section>
      <LastRuns schedule={data} />
      <p className="text-sm">
        <Link to="/settings/agents/$name" params={{ name: "keeper" }} className={LINK}>
          What the keeper is told, and how to change it
        </Link>
      </p>
    </>
  );
}

function Clock({ schedule }: { schedule: Schedule }) {
  const client = useQueryClient();
  const zone = useZone();
  const actions = useScheduleActions();
  const known = dailyTime(schedule.cadence);
  /** As somebody sets it; null until then. */
  const [chosen, setChosen] = useState<string | null>(null);
  const time = chosen ?? known ?? "05:00";
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const paused = schedule.status === "paused";
  const expression = dailyCron(time);

  async function save(): Promise<boolean> {
    if (expression === null) return false;
    setBusy(true);
    setProblem(null);
    try {
      const cadence = { type: "cron" as const, expression };
      client.setQueryData(
        upkeepQuery.queryKey,
        await call(scheduleEndpoints.update, { params: { id: UPKEEP }, body: { cadence } }),
      );
      setChosen((now) => (now === time ? null : now));
      toasts.add({ variant: "success", title: "The time is changed." });
      return true;
    } catch (failure) {
      setProblem(failure);
      return false;
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void save();
  }

  return (
    <>
      <Rows>
        <RowItem>
          <div className="min-w-0 flex-1 basis-32">
            <p className="font-medium">{paused ? "Off" : "On"}</p>
            <p className="text-sm text-kumo-subtle">
              <When schedule={schedule} />
            </p>
          </div>
          <Button className="touch" loading={schedule.running} onClick={() => void actions.runNow(schedule)}>
            Run now
          </Button>
          <Switch
            aria-label="Daily upkeep"
            checked={!paused}
            onCheckedChange={(on) => void actions.pause(schedule, !on)}
          />
        </RowItem>
        <RowItem>
          <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
            <label className="flex flex-col gap-1">
              <span className="text-sm font-medium">Every day at</span>
              <input
                type="time"
                required
                value={time}
                onChange={(event) => setChosen(event.target.value)}
                className="touch h-9 rounded-md bg-kumo-control px-2.5 ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand"
              />
            </label>
            <span className="pb-2 text-sm text-kumo-subtle">{zone.replaceAll("_", " ")}</span>
            <Button
              type="submit"
              className="touch"
              loading={busy}
              disabled={expression === null || time === known}
            >
              Save the time
            </Button>
          </form>
        </RowItem>
      </Rows>
      <LeaveGuard
        title="The time is not saved"
        dirty={chosen !== null && chosen !== known}
        onSave={expression === null ? null : save}
        onDiscard={() => setChosen(null)}
      >
        The upkeep still runs at its old time.
      </LeaveGuard>
      {problem === null ? null : <ErrorNotice error={problem} />}
    </>
  );
}

function LastRuns({ schedule }: { schedule: Schedule }) {
  // Asked anew after each time it has run.
  const { data, error, refetch } = useQuery({
    queryKey: ["runs", "of", UPKEEP, schedule.lastSeenAt],
    queryFn: ({ signal }) =>
      call(accountEndpoints.runs, { signal, query: { conversationId: UPKEEP, limit: SHOWN } }),
    select: (page) => page.items,
    placeholderData: (before) => before,
  });
  const [newest, ...older] = data ?? [];
  return (
    <Section title="What it did">
      {schedule.lastError === null ? null : (
        <Notice tone="danger" title="The last run failed.">
          {schedule.lastError} No note is lost: what is not folded yet is folded next time.
        </Notice>
      )}
      {schedule.lastSeenAt !== null &&
      schedule.lastError === null &&
      schedule.lastSummary !== newest?.outcome ? (
        <p>
          Last run <Time at={schedule.lastSeenAt} />: {schedule.lastSummary ?? "it is over."}
        </p>
      ) : null}
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {schedule.lastSeenAt === null && data?.length === 0 ? (
        <Empty title="It has not run yet.">What it folds and asks for is listed here.</Empty>
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
                {clipped(run.outcome ?? "", 500) || "Daily upkeep"}
              </Link>
              <span className="text-xs text-kumo-subtle">
                <Time at={run.startedAt} /> · {money(run.costUsd)}
              </span>
            </RowItem>
          ))}
        </Rows>
      )}
    </Section>
  );
}

/** The newest run that found something to fold, with all it changed and asked for. */
function Newest({ id, at }: { id: string; at: string }) {
  const { data, error, refetch } = useQuery(runQuery(id));
  return (
    <div className="flex flex-col gap-3 rounded-xl border border-kumo-line bg-kumo-base px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 flex-1 basis-56 wrap-anywhere">{clipped(data?.outcome ?? "", 500)}</span>
        <Link to="/activity/$id" params={{ id }} className={`touch text-sm ${LINK}`}>
          trace, <Time at={at} />
        </Link>
      </p>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data ? <RunWork trace={data} /> : null}
    </div>
  );
}
