/** One's own reminders of a task. */
import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import { remindersEndpoints } from "../../../src/projects/api/projects-records.ts";
import { call } from "../api/call.ts";
import { newId } from "../api/storage.ts";
import { ClockIcon, XIcon } from "../components/icons.ts";
import { Time } from "../components/time.tsx";
import { toastError } from "../components/toasts.ts";
import { PickTime, TimeItems } from "../messaging/inbox/pick-time.tsx";
import { FactLine } from "./fact-line.tsx";
import { remindersQuery } from "./project-queries.ts";
import { renewProjects, useRemove } from "./use-record.ts";

export function Reminders({ taskId }: { taskId: string }) {
  const client = useQueryClient();
  const { data: reminders = [] } = useQuery(remindersQuery(taskId));
  const [isPicking, setIsPicking] = useState(false);
  const remove = useRemove(remindersEndpoints.remove, "Reminder removed.");
  const add = (at: string): void => {
    void call(remindersEndpoints.create, { body: { id: newId(), taskId, at } })
      .catch(toastError)
      .finally(() => void renewProjects(client));
  };
  return (
    <FactLine label="Reminders">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <DropdownMenu>
          <DropdownMenu.Trigger
            render={
              <Button
                size="sm"
                variant="ghost"
                className="touch -ml-2"
                icon={<ClockIcon aria-hidden className="size-4" />}
              >
                Remind me
              </Button>
            }
          />
          <DropdownMenu.Content align="start">
            <TimeItems onPick={add} />
            <DropdownMenu.Item onClick={() => setIsPicking(true)}>Pick a time…</DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu>
        {reminders.map((one) => (
          <span key={one.id} className="flex items-center gap-1">
            <Time at={one.at} as="upcoming" />
            <Button
              variant="ghost"
              shape="square"
              size="sm"
              className="touch"
              aria-label="Remove this reminder"
              icon={<XIcon aria-hidden className="size-3.5" />}
              onClick={() => remove.mutate(one)}
            />
          </span>
        ))}
      </div>
      <PickTime
        title="Remind me at"
        verb="Remind me"
        open={isPicking}
        onClose={() => setIsPicking(false)}
        onPick={add}
      />
    </FactLine>
  );
}
