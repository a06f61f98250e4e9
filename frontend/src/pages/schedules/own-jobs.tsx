import { Button } from "@cloudflare/kumo/components/button";
import type { ClockJob, Schedule } from "../../../../src/protocol/schedules.ts";
import { ConversationLink } from "../../components/conversation-link.tsx";
import { Notice } from "../../components/notice.tsx";
import { ownJob } from "../../components/own-job.ts";
import { Time } from "../../components/time.tsx";
import { RowItem, Rows, Section } from "../settings/section.tsx";
import { When } from "./schedule-row.tsx";
import { useScheduleActions } from "./use-schedule-actions.ts";

/** The product's own jobs: the tenant's, which can be run now, and the minute's, which run anyway. */
export function OwnJobs({ jobs, clockJobs }: { jobs: readonly Schedule[]; clockJobs: readonly ClockJob[] }) {
  const actions = useScheduleActions();
  return (
    <Section title="Steward’s own jobs" lead="What it does by itself to keep things going.">
      <Rows>
        {jobs.map((job) => (
          <RowItem key={job.id}>
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-medium wrap-anywhere">
                {ownJob(job.id)?.href ? (
                  <ConversationLink id={job.id} className="underline underline-offset-2">
                    {job.title}
                  </ConversationLink>
                ) : (
                  job.title
                )}
              </p>
              <p className="text-sm">
                <When schedule={job} />
              </p>
              <p className="text-xs text-kumo-subtle wrap-anywhere">
                {job.lastSeenAt === null ? (
                  "not run yet"
                ) : (
                  <>
                    last run <Time at={job.lastSeenAt} />
                    {job.lastError === null && job.lastSummary ? `: ${job.lastSummary}` : null}
                  </>
                )}
              </p>
              {job.lastError === null ? null : (
                <Notice tone="danger" title="The last run failed.">
                  {job.lastError}
                </Notice>
              )}
            </div>
            <div className="flex gap-2">
              <Button
                size="sm"
                className="touch"
                loading={job.running}
                aria-label={`Run now: ${job.title}`}
                onClick={() => void actions.runNow(job)}
              >
                Run now
              </Button>
              <Button
                size="sm"
                className="touch"
                aria-label={`${job.status === "paused" ? "Resume" : "Pause"}: ${job.title}`}
                onClick={() => void actions.pause(job, job.status !== "paused")}
              >
                {job.status === "paused" ? "Resume" : "Pause"}
              </Button>
            </div>
          </RowItem>
        ))}
        {clockJobs.map((job) => (
          <RowItem key={job.name}>
            <div className="min-w-0 flex-1 basis-48">
              <p className="wrap-anywhere">{job.title}</p>
              <p className="text-xs text-kumo-subtle">
                Every minute ·{" "}
                {job.lastSeenAt === null ? (
                  "not run yet"
                ) : (
                  <>
                    last run <Time at={job.lastSeenAt} />
                  </>
                )}
                {job.failedAt === null ? null : " · failed, and is tried again within a minute"}
              </p>
            </div>
          </RowItem>
        ))}
      </Rows>
    </Section>
  );
}
