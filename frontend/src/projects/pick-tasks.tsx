/** Picks tasks of a project from a searchable list. */
import { useDeferredValue, useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { tasksQuery } from "./project-queries.ts";
import { TextBox, Tick } from "../components/form.tsx";
import { clipped } from "../components/text-pieces.ts";

const MOST = 50;

export function PickTasks({
  projectId,
  chosen,
  onChange,
}: {
  projectId: string;
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const [typed, setTyped] = useState("");
  const words = useDeferredValue(typed.trim());
  const { data } = useInfiniteQuery(tasksQuery(projectId, words === "" ? {} : { q: words }, "manual"));
  const found = (data?.pages[0]?.items ?? []).slice(0, MOST);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">
        Tasks <span className="font-normal text-kumo-subtle">{chosen.length} chosen</span>
      </legend>
      <TextBox
        type="search"
        aria-label="Search tasks of this project"
        placeholder="Search tasks"
        value={typed}
        maxLength={100}
        onChange={setTyped}
        className="w-full"
      />
      <ul className="max-h-48 overflow-y-auto rounded-lg px-2 py-1 ring ring-kumo-line">
        {found.map(({ id, title }) => (
          <li key={id} className="py-1">
            <Tick
              label={clipped(title, 120)}
              checked={chosen.includes(id)}
              onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
          </li>
        ))}
        {data !== undefined && found.length === 0 ? (
          <li className="py-1 text-sm text-kumo-subtle">No task matches.</li>
        ) : null}
      </ul>
    </fieldset>
  );
}
