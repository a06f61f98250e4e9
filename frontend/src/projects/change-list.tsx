/** The change history: who, what and when. Changes by an AI agent are marked; reversible ones have an undo button. */
import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type { ProjectChange } from "../../../src/projects/api/projects.ts";
import { Time } from "../components/time.tsx";
import { changeSentence } from "./change-words.ts";
import { ByAgent } from "./task-bits.tsx";
import { takeBack } from "./use-task-acts.ts";
import { TaskLink } from "./task-link.tsx";

export function ChangeList({
  changes,
  named = false,
}: {
  changes: readonly ProjectChange[];
  named?: boolean;
}) {
  if (changes.length === 0) return <p className="text-sm text-kumo-subtle">Nothing yet.</p>;
  return (
    <ol className="flex flex-col">
      {changes.map((change) => (
        <Line key={change.id} change={change} named={named} />
      ))}
    </ol>
  );
}

function Line({ change, named }: { change: ProjectChange; named: boolean }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { id, actor, runId, undoneBy, undoOf, at, entity, entityId, label, action, isProven } = change;
  const canUndo = undoneBy === null && undoOf === null && isProven;
  const undo = async (): Promise<void> => {
    setBusy(true);
    await takeBack(client, [id]);
    setBusy(false);
  };
  return (
    <li className="group flex min-h-8 flex-wrap items-center gap-x-2 py-1 text-xs text-kumo-subtle">
      {actor.kind === "agent" ? <ByAgent /> : null}
      <span
        className={`w-full min-w-0 wrap-anywhere md:w-auto md:flex-1 ${undoneBy === null ? "" : "line-through"}`}
      >
        {named && entity === "task" && action === "updated" ? (
          <>
            <TaskLink
              id={entityId}
              className="text-kumo-default underline decoration-kumo-line underline-offset-2 hover:decoration-current"
            >
              {label.slice(0, 80)}
            </TaskLink>
            {": "}
          </>
        ) : null}
        {undoOf === null ? changeSentence(change) : `${actor.name} undid a change.`}
      </span>
      {runId === null ? null : (
        <Link to="/activity/$id" params={{ id: runId }} className="text-kumo-link hover:underline">
          Why
        </Link>
      )}
      <Time at={at} />
      {undoneBy !== null ? <span>Undone</span> : null}
      {isProven ? null : <span className="text-kumo-danger">Altered after it was written</span>}
      {canUndo ? (
        <Button
          size="sm"
          variant="ghost"
          className="touch opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          loading={busy}
          onClick={() => void undo()}
        >
          Undo
        </Button>
      ) : null}
    </li>
  );
}
