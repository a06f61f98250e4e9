/** A long list of tasks: only the visible rows are rendered, and keys move through all of them. */
import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import type { Tag } from "../../../src/projects/api/projects-records.ts";
import type { Phase } from "../../../src/projects/api/projects.ts";
import { ListRowView } from "./list-row.tsx";
import type { ListRow } from "./list-rows.ts";
import { RowMenu, type MenuAt } from "./row-menu.tsx";
import type { TaskActs } from "./use-task-acts.ts";
import type { Team } from "./use-team.ts";
import { useVirtualRows } from "../components/board/use-virtual-rows.ts";
import { useKeys } from "../components/keys/use-keys.ts";

const ROW_PX = 41;

interface Props {
  readonly rows: readonly ListRow[];
  readonly head: React.ReactNode;
  readonly foot: React.ReactNode;
  readonly phases: readonly Phase[];
  readonly openId: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly acts: TaskActs;
  readonly team: Team;
  readonly tags: readonly Tag[];
  readonly today: { readonly date: string; readonly day: number };
  readonly onSelect: (id: string, extend: boolean) => void;
  /** Called when the end of the loaded rows scrolls into view. */
  readonly onEnd: () => void;
}

export function TaskList(props: Props) {
  const { rows, head, foot, acts, team, onSelect, onEnd } = props;
  const box = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const [edited, setEdited] = useState<string | null>(null);
  const virtual = useVirtualRows(box, {
    count: rows.length,
    px: ROW_PX,
    overscan: 10,
    keyOf: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 20) end();
  }, [last, rows.length]);
  useRowKeys({
    box,
    rows,
    show: (index) => virtual.scrollToIndex(index, { align: "auto" }),
    onSelect,
    onEdit: setEdited,
  });
  return (
    <div
      ref={box}
      tabIndex={-1}
      data-task-list
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none"
    >
      <div role="table" aria-label="Tasks" aria-rowcount={rows.length + 1}>
        {head}
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ index, key, start }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                role="presentation"
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <Row {...props} row={row} edited={edited} onMenu={setMenu} onEdit={setEdited} />
              </div>
            );
          })}
        </div>
      </div>
      {foot}
      <RowMenu at={menu} acts={acts} team={team} onClose={() => setMenu(null)} />
    </div>
  );
}

function Row({
  row,
  edited,
  phases,
  openId,
  selected,
  acts,
  team,
  tags,
  today,
  onSelect,
  onMenu,
  onEdit,
}: Props & {
  row: ListRow;
  edited: string | null;
  onMenu: (at: MenuAt) => void;
  onEdit: (id: string | null) => void;
}) {
  if (row.kind === "group") return <GroupHead title={row.title} amount={row.amount} />;
  const { task } = row;
  return (
    <ListRowView
      task={task}
      phase={phases.find(({ id }) => id === task.phaseId)?.name ?? null}
      isOpen={task.id === openId}
      isSelected={selected.has(task.id)}
      isEdited={task.id === edited}
      acts={acts}
      team={team}
      tags={tags}
      today={today}
      onSelect={onSelect}
      onMenu={onMenu}
      onEdit={onEdit}
    />
  );
}

function GroupHead({ title, amount }: { title: string; amount: number }) {
  return (
    <div
      role="row"
      className="flex h-9 items-end gap-2 border-b border-kumo-hairline bg-kumo-recessed px-4 pb-1.5 text-xs"
    >
      <span role="cell" className="font-semibold">
        {title}
      </span>
      <span role="cell" className="text-kumo-subtle tabular-nums">
        {amount.toLocaleString("en-US")}
      </span>
    </div>
  );
}

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, J: 1, ArrowDown: 1, k: -1, K: -1, ArrowUp: -1 };

/** In which row an element is; -1 outside the list. */
function indexOf(element: Element | null, list: HTMLElement | null): number {
  if (!(element instanceof HTMLElement) || list?.contains(element) !== true) return -1;
  return Number(element.closest<HTMLElement>("[data-index]")?.dataset["index"] ?? -1);
}

/** j and k (or the arrows) walk the rows, x selects, e renames; Enter opens as any link does. */
function useRowKeys({
  box,
  rows,
  show,
  onSelect,
  onEdit,
}: {
  box: RefObject<HTMLDivElement | null>;
  rows: readonly ListRow[];
  show: (index: number) => void;
  onSelect: (id: string, extend: boolean) => void;
  onEdit: (id: string) => void;
}): void {
  const focus = (index: number, tries = 20): void => {
    const row = rows[index];
    if (row?.kind !== "task") return;
    show(index);
    const link = box.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-task]`);
    if (link) link.focus();
    else if (tries > 0) requestAnimationFrame(() => focus(index, tries - 1));
  };
  const walk = (at: number, step: number, extend: boolean): boolean => {
    let next = at + step;
    while (rows[next]?.kind === "group") next += step;
    const row = rows[next];
    if (row?.kind !== "task") return false;
    if (extend) onSelect(row.task.id, true);
    focus(next);
    return true;
  };
  useKeys((event) => {
    const at = indexOf(document.activeElement, box.current);
    const step = STEPS[event.key];
    if (step !== undefined) return (event.key.length === 1 || at >= 0) && walk(at, step, event.shiftKey);
    const row = rows[at];
    if (row?.kind !== "task") return false;
    if (event.key === "x") onSelect(row.task.id, false);
    else if (event.key === "e") onEdit(row.task.id);
    else return false;
    return true;
  });
}
