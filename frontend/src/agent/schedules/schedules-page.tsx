/** The team's schedules and suggested ones. Steward's own jobs are in the settings. */
import { useState } from "react";
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type { Schedule } from "../../../../src/agent/api/schedules.ts";
import { schedulesQuery } from "../schedule-queries.ts";
import { PlusIcon } from "../../components/icons.ts";
import { Column, Empty, Page } from "../../components/page.tsx";
import { Rows, Section } from "../../components/settings/section.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { ScheduleRow } from "./schedule-row.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

/** The team's schedules, grouped by state. */
function groupsOf(team: readonly Schedule[]) {
  const having = (status: Schedule["status"]): Schedule[] => team.filter((one) => one.status === status);
  return [
    {
      title: "Proposed by Steward",
      lead: "Proposed from an outside message. Nothing runs until you start it.",
      rows: having("proposed"),
    },
    { title: "Coming up", lead: undefined, rows: having("active") },
    { title: "Paused", lead: undefined, rows: having("paused") },
    { title: "Done", lead: undefined, rows: having("done").toReversed() },
  ];
}

export default function SchedulesPage() {
  const query = useQuery(schedulesQuery);
  const { data } = query;
  /** The one being written, null for a new one, undefined for none. */
  const [writing, setWriting] = useState<Schedule | null | undefined>(undefined);
  const items = data?.items ?? [];
  const team = items.filter(({ kind }) => kind === "agent");
  return (
    <Page
      title="Schedules"
      actions={
        data && team.length === 0 ? null : (
          <Button
            variant="primary"
            className="touch"
            icon={<PlusIcon aria-hidden weight="bold" className="size-4" />}
            onClick={() => setWriting(null)}
          >
            New schedule
          </Button>
        )
      }
    >
      <Column>
        {data ? null : <NotLoaded query={query} rows={4} />}
        {data && team.length === 0 ? (
          <Empty
            title="No schedules yet"
            action={
              <Button variant="primary" className="touch" onClick={() => setWriting(null)}>
                New schedule
              </Button>
            }
          >
            A reminder on Friday, open repairs every Monday: set it up here or ask Steward in a chat.
          </Empty>
        ) : null}
        {groupsOf(team).map(({ title, lead, rows }) =>
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
        {writing === undefined ? null : (
          <ScheduleDialog
            schedule={writing}
            onClose={() => setWriting(undefined)}
            onSaved={() => {
              setWriting(undefined);
              void query.refetch();
            }}
          />
        )}
      </Column>
    </Page>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(schedulesQuery);
}
