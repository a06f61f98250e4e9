/** Actions on a schedule from its row. Pausing is optimistic; deletion can be undone for a while. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import { scheduleEndpoints, type Schedule } from "../../../../src/agent/api/schedules.ts";
import { call } from "../../api/call.ts";
import { optimistic } from "../../api/mutations.ts";
import { schedulesQuery } from "../schedule-queries.ts";
import { toasts, toastWithUndo } from "../../components/toasts.ts";

type Listed = z.output<typeof scheduleEndpoints.list.output>;

interface Change {
  readonly id: string;
  readonly body: { paused?: boolean; deleted?: false };
}

export interface ScheduleActions {
  readonly runNow: (schedule: Schedule) => void;
  readonly pause: (schedule: Schedule, paused: boolean) => void;
  readonly remove: (schedule: Schedule) => void;
}

export function useScheduleActions(): ScheduleActions {
  const client = useQueryClient();
  const renew = (): Promise<void> => client.invalidateQueries(schedulesQuery);
  const changing = useMutation({
    mutationFn: ({ id, body }: Change) => call(scheduleEndpoints.update, { params: { id }, body }),
    ...optimistic(client, schedulesQuery.queryKey, (listed: Listed, { id, body }: Change) => ({
      ...listed,
      items: listed.items.map((item) =>
        item.id === id && body.paused !== undefined
          ? { ...item, status: body.paused ? ("paused" as const) : ("active" as const) }
          : item,
      ),
    })),
  });
  const running = useMutation({
    mutationFn: ({ id }: Schedule) => call(scheduleEndpoints.run, { params: { id } }),
    onSuccess: (_answer, { title }) => void toasts.add({ variant: "success", title: `${title}: started` }),
    onSettled: renew,
  });
  const removing = useMutation({
    mutationFn: ({ id }: Schedule) => call(scheduleEndpoints.remove, { params: { id } }),
    onSuccess: (_answer, { id, title }) => {
      toastWithUndo(
        {
          title: `${title} deleted`,
          description: "It won’t run anymore.",
        },
        () => changing.mutate({ id, body: { deleted: false } }),
      );
    },
    onSettled: renew,
  });
  return {
    runNow: running.mutate,
    pause: ({ id }, paused) => changing.mutate({ id, body: { paused } }),
    remove: removing.mutate,
  };
}
