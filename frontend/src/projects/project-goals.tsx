/** A project's goals: measured by a number kept by hand, or by completed tasks. */
import { useState } from "react";
import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import { goalsEndpoints, type Goal } from "../../../src/projects/api/projects-records.ts";
import { call } from "../api/call.ts";
import { goalsQuery } from "./project-queries.ts";
import { MoreMenu } from "../components/more-menu.tsx";
import { Column } from "../components/page.tsx";
import { clipped } from "../components/text-pieces.ts";
import { GoalForm } from "./goal-form.tsx";
import { SavedInput } from "./saved-input.tsx";
import { DueMark } from "./task-bits.tsx";
import { renewProjects, useRemove } from "./use-record.ts";
import { useToday } from "./use-team.ts";
import { RecordList, RecordDialog, type OpenRecord } from "../components/record-list.tsx";
import { Meter } from "../components/meter.tsx";

export default function ProjectGoals() {
  const id = useParams({ strict: false }).id ?? "";
  const [open, setOpen] = useState<OpenRecord<Goal>>(null);
  return (
    <Column gap="gap-4">
      <RecordList
        query={useQuery(goalsQuery(id))}
        add="New goal"
        onAdd={() => setOpen("new")}
        emptyTitle="No goals yet"
        empty="Say what this project should reach, such as “12 units turned” or “all inspections passed”, and watch it fill up."
      >
        {(goals) => (
          <ul className="flex flex-col gap-3">
            {goals.map((goal) => (
              <GoalCard key={goal.id} goal={goal} onEdit={() => setOpen(goal)} />
            ))}
          </ul>
        )}
      </RecordList>
      <RecordDialog open={open} noun="goal" onClose={() => setOpen(null)}>
        {(goal) => <GoalForm projectId={id} goal={goal} onClose={() => setOpen(null)} />}
      </RecordDialog>
    </Column>
  );
}

function GoalCard({ goal, onEdit }: { goal: Goal; onEdit: () => void }) {
  const client = useQueryClient();
  const today = useToday();
  const remove = useRemove(goalsEndpoints.remove, "Goal removed.");
  const update = useMutation({
    mutationFn: (current: number) =>
      call(goalsEndpoints.update, { params: { id: goal.id }, body: { current, version: goal.version } }),
    onSettled: () => renewProjects(client),
  });
  const { title, description, measure, current, target, unit, dueDate } = goal;
  const isReached = target > 0 && current >= target;
  const figures = `${current.toLocaleString("en-US")} of ${target.toLocaleString("en-US")}`;
  return (
    <li className="sheet flex flex-col gap-2 p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold wrap-anywhere">{clipped(title, 200)}</h2>
          {description === "" ? null : (
            <p className="text-sm wrap-anywhere text-kumo-subtle">{clipped(description, 400)}</p>
          )}
        </div>
        <span className="pt-0.5 text-xs text-kumo-subtle">
          <DueMark task={{ dueDate, status: isReached ? "completed" : "created" }} today={today} />
        </span>
        <MoreMenu label={`Actions for ${clipped(title, 60)}`} size="sm">
          <DropdownMenu.Item onClick={onEdit}>Edit…</DropdownMenu.Item>
          <DropdownMenu.Item variant="danger" onClick={() => remove.mutate(goal)}>
            Remove
          </DropdownMenu.Item>
        </MoreMenu>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Meter
          label={`${clipped(title, 60)}: ${figures}`}
          value={current}
          max={target || 1}
          className="h-2 min-w-40 flex-1"
        />
        {measure === "number" ? (
          <span className="flex items-center gap-1.5 text-sm">
            <SavedInput
              type="number"
              label={`Progress of ${clipped(title, 60)}`}
              value={String(current)}
              onSave={(typed) =>
                update.mutateAsync(Number(typed)).then(
                  () => true,
                  () => false,
                )
              }
            />
            of {target.toLocaleString("en-US")} {clipped(unit, 30)}
          </span>
        ) : (
          <span className="text-sm tabular-nums">{figures} tasks done</span>
        )}
        {isReached ? <span className="text-sm font-medium text-kumo-success">Reached</span> : null}
      </div>
    </li>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchQuery(goalsQuery(id));
}
