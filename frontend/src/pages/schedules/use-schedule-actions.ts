/** What can be done with a schedule from its row. What fails is said; what is deleted can be brought back for a while. */
import { useMemo } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { scheduleEndpoints, type Schedule } from "../../../../src/protocol/schedules.ts";
import { call } from "../../api/call.ts";
import { schedulesQuery } from "../../api/schedule-queries.ts";
import { toastError, toasts } from "../../components/toasts.ts";

export function useScheduleActions() {
  const client = useQueryClient();
  return useMemo(() => {
    const tried = async (act: () => Promise<unknown>): Promise<boolean> => {
      try {
        await act();
        return true;
      } catch (error) {
        toastError(error);
        return false;
      } finally {
        await client.invalidateQueries(schedulesQuery);
      }
    };
    const change = (id: string, body: { paused?: boolean; deleted?: false }) =>
      tried(() => call(scheduleEndpoints.update, { params: { id }, body }));
    return {
      runNow: async ({ id, title }: Schedule): Promise<void> => {
        const done = await tried(() => call(scheduleEndpoints.run, { params: { id } }));
        if (done) toasts.add({ variant: "success", title: `${title}: started` });
      },
      pause: async ({ id }: Schedule, paused: boolean): Promise<void> => {
        await change(id, { paused });
      },
      remove: async ({ id, title }: Schedule): Promise<void> => {
        if (!(await tried(() => call(scheduleEndpoints.remove, { params: { id } })))) return;
        const toast = toasts.add({
          title: `${title} deleted`,
          description: "It will not run any more.",
          timeout: 12_000,
          actions: [
            {
              children: "Undo",
              onClick: () => {
                toasts.close(toast);
                void change(id, { deleted: false });
              },
            },
          ],
        });
      },
    };
  }, [client]);
}
