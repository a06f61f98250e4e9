/** Picks the duplicate among entities of the same kind. */
import { useRef, useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type { EntityPage } from "../../../../src/knowledge/api/entities.ts";
import { Modal } from "../../components/dialog.tsx";
import { EntityMark } from "./mark.tsx";
import { TextBox } from "../../components/form.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { moveInRows } from "../../components/keys/use-row-keys.ts";
import { entitiesQuery } from "./entity-words.ts";
import { useMerging } from "./merging.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

export function MergeButton({ entity }: { entity: EntityPage }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" className="touch" onClick={() => setOpen(true)}>
        Merge…
      </Button>
      <Modal open={open} onClose={() => setOpen(false)} title={`Merge into ${clipped(entity.name, 40)}`}>
        {open ? <Picker entity={entity} onDone={() => setOpen(false)} /> : null}
      </Modal>
    </>
  );
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

function Picker({ entity: { id, name, type }, onDone }: { entity: EntityPage; onDone: () => void }) {
  const [typed, setTyped] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const query = useInfiniteQuery(entitiesQuery({ type, q: typed.trim() || undefined }));
  const { data } = query;
  const { merge, isBusy } = useMerging(id);
  const items = (data?.pages[0]?.items ?? []).filter((one) => one.id !== id);
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    moveInRows(list.current, step);
  };
  return (
    <div className="flex flex-col gap-3 p-4">
      <p className="text-sm text-kumo-subtle">
        Everything about the one you pick moves to <bdi>{clipped(name, 80)}</bdi>. You can unmerge them at any
        time.
      </p>
      <TextBox
        type="search"
        autoFocus
        aria-label="Find who or what to merge"
        placeholder="Name, number, or e-mail"
        maxLength={200}
        value={typed}
        onChange={setTyped}
        onKeyDown={onKeyDown}
        className="w-full"
      />
      {data === undefined ? <NotLoaded query={query} rows={4} /> : null}
      {data && items.length === 0 ? (
        <p role="status" className="text-sm text-kumo-subtle">
          {typed.trim() === ""
            ? "There’s nothing else to merge."
            : `Nothing matches “${clipped(typed, 60)}”.`}
        </p>
      ) : null}
      <ul ref={list} aria-label="Found" className="-mx-2 flex h-72 flex-col overflow-y-auto empty:hidden">
        {items.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              data-row
              onKeyDown={onKeyDown}
              disabled={isBusy}
              onClick={() => merge.mutate(one, { onSuccess: onDone })}
              className="touch flex w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left hover:bg-kumo-tint focus-visible:bg-kumo-tint focus-visible:-outline-offset-2"
            >
              <EntityMark entity={one} />
              <span className="min-w-0 leading-5">
                <span className="block truncate">
                  <bdi>{clipped(one.name, 80)}</bdi>
                </span>
                {one.detail === "" ? null : (
                  <span className="block truncate text-xs leading-4 text-kumo-subtle tabular-nums">
                    {clipped(one.detail, 80)}
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
