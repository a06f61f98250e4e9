/** Whether a standing job runs, when it does next, and having it run now. */
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { Switch } from "@cloudflare/kumo/components/switch";
import type { Schedule } from "../../../../src/agent/api/schedules.ts";
import { When } from "../schedules/schedule-row.tsx";
import { useScheduleActions } from "../schedules/use-schedule-actions.ts";
import { RowItem } from "../../components/settings/section.tsx";

/** `queryKey` is the page's cache key of the job. */
export function ScheduleSwitch({
  label,
  schedule,
  queryKey,
}: {
  label: string;
  schedule: Schedule;
  queryKey: readonly unknown[];
}) {
  const actions = useScheduleActions();
  const client = useQueryClient();
  const paused = schedule.status === "paused";
  return (
    <RowItem>
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-medium">{paused ? "Off" : "On"}</p>
        <p className="text-sm text-kumo-subtle">
          <When schedule={schedule} />
        </p>
      </div>
      <Button className="touch" loading={schedule.running} onClick={() => actions.runNow(schedule)}>
        Run now
      </Button>
      <Switch
        aria-label={label}
        checked={!paused}
        onCheckedChange={(on) => {
          client.setQueryData(queryKey, { ...schedule, status: on ? "active" : "paused" });
          actions.pause(schedule, !on);
        }}
      />
    </RowItem>
  );
}
