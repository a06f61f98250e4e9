/** The points of a task to tick off. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { checklistEndpoints, type ChecklistItem } from "../../../src/projects/api/projects-records.ts";
import type { Task, TaskSheet } from "../../../src/projects/api/projects-tasks.ts";
import { call } from "../api/call.ts";
import { optimistic } from "../api/mutations.ts";
import { taskQuery } from "./project-queries.ts";
import { newId } from "../api/storage.ts";
import { Tick } from "../components/form.tsx";
import { XIcon } from "../components/icons.ts";
import { clipped } from "../components/text-pieces.ts";
import { QuickAdd } from "./quick-add.tsx";
import { SheetPart } from "./sheet-part.tsx";
import { renewProjects, useRemove, useAdd } from "./use-record.ts";

export function Checklist({ task, items }: { task: Task; items: readonly ChecklistItem[] }) {
  const client = useQueryClient();
  const tick = useMutation({
    mutationFn: ({ id, version, done }: ChecklistItem) =>
      call(checklistEndpoints.update, { params: { id }, body: { done, version } }),
    ...optimistic<TaskSheet, ChecklistItem>(client, taskQuery(task.id).queryKey, (sheet, item) => ({
      ...sheet,
      checklist: sheet.checklist.map((one) => (one.id === item.id ? item : one)),
    })),
    onSettled: () => renewProjects(client),
  });
  const remove = useRemove(checklistEndpoints.remove, "Checklist item removed.");
  const add = useAdd((title) =>
    call(checklistEndpoints.create, { body: { id: newId(), taskId: task.id, title } }),
  );
  const done = items.filter((item) => item.done).length;
  const names = [...new Set(items.map(({ checklist }) => checklist))];
  return (
    <SheetPart title="Checklist" {...(items.length === 0 ? {} : { about: `${done} of ${items.length}` })}>
      {names.map((name) => (
        <div key={name}>
          {name === "" ? null : <h4 className="pb-0.5 text-xs">{clipped(name, 80)}</h4>}
          <ul>
            {items
              .filter(({ checklist }) => checklist === name)
              .map((item) => (
                <li key={item.id} className="group flex min-h-8 items-center gap-2">
                  <span className={`min-w-0 flex-1 wrap-anywhere ${item.done ? "text-kumo-subtle" : ""}`}>
                    <Tick
                      label={clipped(item.title, 200)}
                      checked={item.done}
                      onChange={(now) => tick.mutate({ ...item, done: now })}
                    />
                  </span>
                  <Button
                    variant="ghost"
                    shape="square"
                    size="sm"
                    className="touch opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
                    aria-label={`Remove ${clipped(item.title, 60)}`}
                    icon={<XIcon aria-hidden className="size-3.5" />}
                    onClick={() => remove.mutate(item)}
                  />
                </li>
              ))}
          </ul>
        </div>
      ))}
      <QuickAdd label="New checklist item" words="Add an item" keyed={false} onAdd={add} />
    </SheetPart>
  );
}
