/** What Steward does by the clock: the team's schedules, what it proposes to schedule, and its own jobs with when each ran last. */
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type { Schedule } from "../../../../src/protocol/schedules.ts";
import { schedulesQuery } from "../../api/schedule-queries.ts";
import { PlusIcon } from "../../components/icons.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { Empty, ReadingPage } from "../../components/page.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Rows, Section } from "../settings/section.tsx";
import { OwnJobs } from "./own-jobs.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { ScheduleRow } from "./schedule-row.tsx";

export default function SchedulesPage() {
  const { data, error, isPending, refetch } = useQuery(schedulesQuery);
  /** The one being written, null for a new one, undefined for none. */
  const [writing, setWriting] = useState<Schedule | null | undefined>(undefined);
  const items = data?.items ?? [];
  const team = items.filter(({ kind }) => kind === "agent");
  const groups = [
    {
      title: "Proposed by Steward",
      lead: "Made from words that were not a colleague’s own. Nothing of it runs before you start it.",
      rows: team.filter(({ status }) => status === "proposed"),
    },
    { title: "Coming up", rows: team.filter(({ status }) => status === "active") },
    { title: "Paused", rows: team.filter(({ status }) => status === "paused") },
    { title: "Done", rows: team.filter(({ status }) => status === "done").toReversed() },
  ];
  return (
    <ReadingPage
      title="Schedules"
      actions={
        <Button
          variant="primary"
          className="touch"
          icon={<PlusIcon aria-hidden weight="bold" className="size-4" />}
          onClick={() => setWriting(null)}
        >
          New schedule
        </Button>
      }
    >
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <ListSkeleton rows={4} /> : null}
      {data && team.length === 0 ? (
        <Empty
          title="Nothing is scheduled yet."
          action={
            <Button variant="primary" className="touch" onClick={() => setWriting(null)}>
              Schedule the first
            </Button>
          }
        >
          A reminder on Friday, the open repairs every Monday: say it here, or tell Steward in a chat.
        </Empty>
      ) : null}
      {groups.map(({ title, lead, rows }) =>
        rows.length === 0 ? null : (
          <Section key={title} title={title} lead={lead}>
            <Rows>
              {rows.map((schedule) => (
                <ScheduleRow key={schedule.id} schedule={schedule} onEdit={() => setWriting(schedule)} />
              ))}
            </Rows>
          </Section>
        ),
      )}
      {data ? (
        <OwnJobs jobs={items.filter(({ kind }) => kind === "system")} clockJobs={data.clockJobs} />
      ) : null}
      {writing === undefined ? null : (
        <ScheduleDialog
          schedule={writing}
          onClose={() => setWriting(undefined)}
          onSaved={() => {
            setWriting(undefined);
            void refetch();
          }}
        />
      )}
    </ReadingPage>
  );
}
