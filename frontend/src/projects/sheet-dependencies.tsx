/** A task's dependencies: what it waits for and what waits for it. */
import { useDeferredValue, useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type { TaskRef, TaskSheet } from "../../../src/projects/api/projects-tasks.ts";
import { tasksQuery } from "./project-queries.ts";
import { Modal } from "../components/dialog.tsx";
import { TextBox } from "../components/form.tsx";
import { PlusIcon, XIcon } from "../components/icons.ts";
import { clipped } from "../components/text-pieces.ts";
import { StatusMark } from "./marks.tsx";
import { SheetPart } from "./sheet-part.tsx";
import type { TaskActs } from "./use-task-acts.ts";
import { TaskLink } from "./task-link.tsx";

export function Dependencies({ sheet, acts }: { sheet: TaskSheet; acts: TaskActs }) {
  const { task, dependsOn, blocks } = sheet;
  const [picking, setPicking] = useState(false);
  const set = (ids: string[], words: string): void => void acts.change(task, { dependsOn: ids }, words);
  return (
    <SheetPart title="Dependencies">
      {dependsOn.length === 0 ? null : (
        <>
          <h4 className="text-xs">Waits for</h4>
          <ul>
            {dependsOn.map((one) => (
              <Ref
                key={one.id}
                task={one}
                onRemove={() =>
                  set(
                    task.dependsOn.filter((id) => id !== one.id),
                    "Dependency removed.",
                  )
                }
              />
            ))}
          </ul>
        </>
      )}
      {blocks.length === 0 ? null : (
        <>
          <h4 className="text-xs">Needed for</h4>
          <ul>
            {blocks.map((one) => (
              <Ref key={one.id} task={one} onRemove={null} />
            ))}
          </ul>
        </>
      )}
      <button
        type="button"
        className="touch flex h-8 w-full items-center gap-2 rounded-lg px-2 text-sm text-kumo-subtle hover:bg-kumo-tint hover:text-kumo-default"
        onClick={() => setPicking(true)}
      >
        <PlusIcon aria-hidden className="size-4" />
        Add what comes first
      </button>
      <Modal open={picking} title="What has to be finished first?" onClose={() => setPicking(false)}>
        {picking ? (
          <Pick
            projectId={task.projectId}
            without={new Set([task.id, ...task.dependsOn])}
            onPick={(id) => {
              setPicking(false);
              set([...task.dependsOn, id], "Dependency added.");
            }}
          />
        ) : null}
      </Modal>
    </SheetPart>
  );
}

function Ref({ task, onRemove }: { task: TaskRef; onRemove: (() => void) | null }) {
  return (
    <li className="group flex min-h-8 items-center gap-2 px-1">
      <StatusMark status={task.status} />
      <TaskLink id={task.id} className="min-w-0 flex-1 truncate py-1.5 text-sm hover:underline">
        {clipped(task.title, 200)}
      </TaskLink>
      {onRemove === null ? null : (
        <Button
          variant="ghost"
          shape="square"
          size="sm"
          className="touch opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          aria-label={`No longer wait for ${clipped(task.title, 60)}`}
          icon={<XIcon aria-hidden className="size-3.5" />}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

const MOST = 30;

function Pick({
  projectId,
  without,
  onPick,
}: {
  projectId: string;
  without: ReadonlySet<string>;
  onPick: (id: string) => void;
}) {
  const [typed, setTyped] = useState("");
  const words = useDeferredValue(typed.trim());
  const { data } = useInfiniteQuery(tasksQuery(projectId, words === "" ? {} : { q: words }, "updated"));
  const found = (data?.pages[0]?.items ?? []).filter(({ id }) => !without.has(id)).slice(0, MOST);
  return (
    <div className="flex flex-col gap-2 p-4">
      <TextBox
        type="search"
        autoFocus
        aria-label="Search tasks of this project"
        placeholder="Search tasks of this project"
        value={typed}
        maxLength={100}
        onChange={setTyped}
        className="w-full"
      />
      <ul className="max-h-80 overflow-y-auto">
        {found.map(({ id, title, status }) => (
          <li key={id}>
            <button
              type="button"
              className="touch flex min-h-9 w-full items-center gap-2 rounded-lg px-2 text-left text-sm hover:bg-kumo-tint"
              onClick={() => onPick(id)}
            >
              <StatusMark status={status} />
              <span className="min-w-0 truncate">{clipped(title, 200)}</span>
            </button>
          </li>
        ))}
      </ul>
      {data !== undefined && found.length === 0 ? (
        <p className="text-sm text-kumo-subtle">No other task of this project matches.</p>
      ) : null}
    </div>
  );
}
