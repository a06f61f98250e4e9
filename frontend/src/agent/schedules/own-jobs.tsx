import { Button } from "@cloudflare/kumo/components/button";
import type { ClockJob, Schedule } from "../../../../src/agent/api/schedules.ts";
import { ConversationLink } from "../../components/conversation-link.tsx";
import { Notice } from "../../components/notice.tsx";
import { ownJob } from "../../components/own-job.ts";
import { Time } from "../../components/time.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { When } from "./schedule-row.tsx";
import { useScheduleActions, type ScheduleActions } from "./use-schedule-actions.ts";

/** The product's own jobs: the tenant's, which can be run now, and the minute's, which run anyway. */
export function OwnJobs({ jobs, clockJobs }: { jobs: readonly Schedule[]; clockJobs: readonly ClockJob[] }) {
  const actions = useScheduleActions();
  return (
    <Section title="Background jobs" lead="What Steward does on its own to keep things running.">
      <Rows>
        {jobs.map((job) => (
          <RowItem key={job.id}>
            <div className="min-w-0 flex-1 basis-48">
              <Title job={job} />
              <p className="text-sm">
                <When schedule={job} />
              </p>
              <LastRun job={job} />
            </div>
            <Buttons job={job} actions={actions} />
          </RowItem>
        ))}
        {clockJobs.map((job) => (
          <RowItem key={job.name}>
            <div className="min-w-0 flex-1 basis-48">
              <p className="wrap-anywhere">{job.title}</p>
              <p className="text-xs text-kumo-subtle">
                Every minute · <Ran at={job.lastSeenAt} />
                {job.failedAt === null ? null : " · Failed. Retrying within a minute"}
              </p>
            </div>
          </RowItem>
        ))}
      </Rows>
    </Section>
  );
}

function Title({ job }: { job: Schedule }) {
  return (
    <p className="font-medium wrap-anywhere">
      {ownJob(job.id)?.href ? (
        <ConversationLink id={job.id} className="underline underline-offset-2">
          {job.title}
        </ConversationLink>
      ) : (
        job.title
      )}
    </p>
  );
}

function Ran({ at }: { at: string | null }) {
  return at === null ? (
    "Hasn’t run yet"
  ) : (
    <>
      Last run <Time at={at} />
    </>
  );
}

function LastRun({ job }: { job: Schedule }) {
  return (
    <>
      <p className="text-xs text-kumo-subtle wrap-anywhere">
        <Ran at={job.lastSeenAt} />
        {job.lastSeenAt !== null && job.lastError === null && job.lastSummary ? `: ${job.lastSummary}` : null}
      </p>
      {job.lastError === null ? null : (
        <Notice tone="danger" title="The last run failed.">
          {job.lastError}
        </Notice>
      )}
    </>
  );
}

function Buttons({ job, actions }: { job: Schedule; actions: ScheduleActions }) {
  const paused = job.status === "paused";
  return (
    <div className="flex gap-2">
      <Button
        size="sm"
        className="touch"
        loading={job.running}
        aria-label={`Run now: ${job.title}`}
        onClick={() => actions.runNow(job)}
      >
        Run now
      </Button>
      <Button
        size="sm"
        className="touch"
        aria-label={`${paused ? "Resume" : "Pause"}: ${job.title}`}
        onClick={() => actions.pause(job, !paused)}
      >
        {paused ? "Resume" : "Pause"}
      </Button>
    </div>
  );
}
