/** A schedule that Steward only proposed here: what would run and when, why it waits, and the button that starts it. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { schedulesQuery } from "../schedule-queries.ts";
import { Bar } from "../../components/skeleton.tsx";
import { When } from "../schedules/schedule-row.tsx";
import { useScheduleActions } from "../schedules/use-schedule-actions.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

export default function ProposedSchedule({ id }: { id: string }) {
  const query = useQuery(schedulesQuery);
  const { data } = query;
  const actions = useScheduleActions();
  if (data === undefined)
    return <NotLoaded query={query} skeleton={<Bar className="h-28 w-full rounded-xl" />} />;
  const schedule = data.items.find((one) => one.id === id);
  if (schedule === undefined)
    return <p className="text-sm text-kumo-subtle">The proposed schedule was discarded.</p>;
  const { title, instruction, status } = schedule;
  const isProposed = status === "proposed";
  return (
    <section
      aria-label={`${isProposed ? "Proposed schedule" : "Schedule"}: ${title}`}
      className="flex flex-col gap-2 rounded-xl border border-kumo-line bg-kumo-base p-4"
    >
      <div>
        <p className="text-xs text-kumo-subtle">{isProposed ? "Proposed schedule" : "Schedule started"}</p>
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="text-sm">
          <When schedule={schedule} />
        </p>
      </div>
      <p className="text-sm whitespace-pre-line wrap-anywhere">{instruction}</p>
      {isProposed ? (
        <>
          <p className="text-sm text-kumo-subtle">
            This conversation includes words from outside the team, and these aren’t a team member’s exact
            words. Check them, then start it.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              className="touch"
              aria-label={`Start ${title}`}
              onClick={() => actions.pause(schedule, false)}
            >
              Start
            </Button>
            <Button
              className="touch"
              aria-label={`Discard ${title}`}
              onClick={() => actions.remove(schedule)}
            >
              Discard
            </Button>
          </div>
        </>
      ) : null}
    </section>
  );
}
