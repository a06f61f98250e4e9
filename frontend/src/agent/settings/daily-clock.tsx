/** When a standing job runs: one time of day, every day or on some days of the week. */
import { useState, type FormEvent } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { scheduleEndpoints, type Schedule } from "../../../../src/agent/api/schedules.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { TextBox } from "../../components/form.tsx";
import { LeaveGuard } from "../../components/leave-guard.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useZone } from "../../components/session.tsx";
import { RowItem } from "../../components/settings/section.tsx";
import { toasts } from "../../components/toasts.ts";
import { dailyCron, dailyTime } from "./daily-time.ts";

interface Props {
  readonly schedule: Schedule;
  /** The page's cache key of the job. */
  readonly queryKey: readonly unknown[];
  /** The job, as in “Memory upkeep will keep the old time.” */
  readonly name: string;
  readonly label: string;
  /** Days of the week in cron syntax; every day if missing. */
  readonly days?: string;
  /** Offered while the job runs at no single time. */
  readonly offered: string;
}

export function DailyClock({ schedule, queryKey, name, label, days, offered }: Props) {
  const client = useQueryClient();
  const zone = useZone();
  const known = dailyTime(schedule.cadence, days);
  /** Null until someone sets it. */
  const [chosen, setChosen] = useState<string | null>(null);
  const time = chosen ?? known ?? offered;
  const expression = dailyCron(time, days);
  const saving = useMutation({
    mutationFn: (cron: string) =>
      call(scheduleEndpoints.update, {
        params: { id: schedule.id },
        body: { cadence: { type: "cron", expression: cron } },
      }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer);
      setChosen((now) => (now === time ? null : now));
      toasts.add({ variant: "success", title: "Time saved." });
    },
  });
  const save = (): Promise<boolean> =>
    expression === null
      ? Promise.resolve(false)
      : saving.mutateAsync(expression).then(
          () => true,
          () => false,
        );
  function submit(event: FormEvent): void {
    event.preventDefault();
    void save();
  }
  return (
    <RowItem>
      <form className="flex flex-wrap items-center gap-3" onSubmit={submit}>
        <span className="font-medium">{label}</span>
        <TextBox type="time" required aria-label={label} value={time} onChange={setChosen} className="h-9" />
        <span className="text-sm text-kumo-subtle">{zone.replaceAll("_", " ")}</span>
        <Button
          type="submit"
          className="touch"
          loading={saving.isPending}
          disabled={expression === null || time === known}
        >
          Save time
        </Button>
      </form>
      {saving.error ? <ErrorNotice error={saving.error} /> : null}
      <LeaveGuard
        title="Leave without saving?"
        dirty={chosen !== null && chosen !== known}
        onSave={expression === null ? null : save}
        onDiscard={() => setChosen(null)}
      >
        {name} will keep the old time.
      </LeaveGuard>
    </RowItem>
  );
}
