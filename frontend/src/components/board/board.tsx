/** Cards in columns: dragged by a mouse or a long press, moved by keys, or by each card's menu. */
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { useCardDrag, useColumnDrop, useDrops } from "./drag.ts";
import { placeFor, type Place } from "./board-places.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";
import { useKeys } from "../keys/use-keys.ts";

export interface BoardColumn<Card> {
  readonly key: string;
  readonly title: string;
  readonly mark: ReactNode;
  readonly cards: readonly Card[];
  /** The total count, including cards that aren't loaded. */
  readonly count: number;
  /** The count in words, if there are more than are counted. */
  readonly countWords?: string;
  /** Below the title. */
  readonly note?: ReactNode;
}

export interface BoardMove<Card> {
  readonly card: Card;
  readonly column: string;
  readonly place: Place;
}

interface BoardProps<Card> {
  readonly columns: readonly BoardColumn<Card>[];
  /** Whether people order the cards of a column. */
  readonly isOrdered?: boolean;
  readonly onMove: (move: BoardMove<Card>) => void;
  readonly draw: (card: Card, column: string) => ReactNode;
  /** Called when the last loaded cards scroll into view. */
  readonly onEnd: (column: BoardColumn<Card>) => void;
  /** At a column's foot: more, or a new card. */
  readonly foot: (column: BoardColumn<Card>) => ReactNode;
}

type Titled = { readonly id: string; readonly title: string };

interface Found<Card> {
  readonly at: number;
  readonly column: BoardColumn<Card>;
  readonly index: number;
  readonly card: Card;
}

function findCard<Card extends Titled>(
  columns: readonly BoardColumn<Card>[],
  id: string,
): Found<Card> | null {
  for (const [at, column] of columns.entries()) {
    const index = column.cards.findIndex((card) => card.id === id);
    const card = column.cards[index];
    if (card !== undefined) return { at, column, index, card };
  }
  return null;
}

export function Board<Card extends Titled>({
  columns,
  isOrdered = true,
  onMove,
  draw,
  onEnd,
  foot,
}: BoardProps<Card>) {
  const box = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState("");
  // A moved card is wanted in its new column, where it may appear a moment later.
  const [wanted, setWanted] = useState<{ readonly id: string; readonly column?: string } | null>(null);
  const move = (card: Card, column: string, place: Place): void => {
    if (!isOrdered && findCard(columns, card.id)?.column.key === column) return;
    onMove({ card, column, place });
    setTold(`Moved “${card.title}” to ${columns.find(({ key }) => key === column)?.title ?? column}.`);
    setWanted({ id: card.id, column });
  };
  useDrops(({ card: id, column, on }) => {
    const held = findCard(columns, id);
    const target = columns.find(({ key }) => key === column);
    if (held === null || target === undefined) return;
    const place = placeFor(target.cards, id, on);
    if (held.column.key !== column || place !== null) move(held.card, column, place ?? { after: null });
  });
  useBoardKeys(box, columns, { move, focus: (id) => setWanted({ id }) });
  return (
    <div
      ref={box}
      className="flex min-h-0 flex-1 snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto overscroll-x-contain p-4 sm:snap-none"
    >
      <p role="status" className="sr-only">
        {told}
      </p>
      {columns.map((column) => (
        <Column
          key={column.key}
          column={column}
          wanted={wanted === null || (wanted.column ?? column.key) !== column.key ? null : wanted.id}
          // A moved card stays wanted: what is read again may take it away for a moment.
          onFocused={() => setWanted((now) => (now?.column === undefined ? null : now))}
          draw={draw}
          onEnd={onEnd}
          foot={foot}
        />
      ))}
    </div>
  );
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  j: [0, 1],
  J: [0, 1],
  ArrowDown: [0, 1],
  k: [0, -1],
  K: [0, -1],
  ArrowUp: [0, -1],
  h: [-1, 0],
  H: [-1, 0],
  ArrowLeft: [-1, 0],
  l: [1, 0],
  L: [1, 0],
  ArrowRight: [1, 0],
};

/** Keys: hjkl and arrows walk the cards, with Shift they move the card. */
function useBoardKeys<Card extends Titled>(
  box: RefObject<HTMLElement | null>,
  columns: readonly BoardColumn<Card>[],
  acts: {
    readonly move: (card: Card, column: string, place: Place) => void;
    readonly focus: (id: string) => void;
  },
): void {
  const focusBy = ({ at, index, column }: Found<Card>, [x, y]: readonly [number, number]): void => {
    if (y !== 0) return acts.focus(column.cards[index + y]?.id ?? column.cards[index]?.id ?? "");
    for (let next = at + x; columns[next] !== undefined; next += x) {
      const cards = columns[next]?.cards ?? [];
      const card = cards[Math.min(index, cards.length - 1)];
      if (card !== undefined) return acts.focus(card.id);
    }
  };
  const moveBy = ({ at, column, index, card }: Found<Card>, [x, y]: readonly [number, number]): void => {
    const next = columns[at + x];
    if (x !== 0 && next !== undefined) return acts.move(card, next.key, { after: null });
    const neighbor = column.cards[index + y];
    if (y === 0 || neighbor === undefined) return;
    const place = placeFor(column.cards, card.id, { card: neighbor.id, edge: y > 0 ? "bottom" : "top" });
    if (place !== null) acts.move(card, column.key, place);
  };
  /** When entering the board, the first card. */
  const begin = (): boolean => {
    const first = columns.find(({ cards }) => cards.length > 0)?.cards[0];
    if (first !== undefined) acts.focus(first.id);
    return first !== undefined;
  };
  useKeys((event) => {
    const step = STEPS[event.key];
    const active = document.activeElement;
    if (step === undefined || !(active instanceof HTMLElement)) return false;
    if (box.current?.contains(active) !== true) return active === document.body && step[1] === 1 && begin();
    const held = findCard(columns, active.closest<HTMLElement>("[data-card]")?.dataset["card"] ?? "");
    if (held === null) return false;
    if (event.shiftKey) moveBy(held, step);
    else focusBy(held, step);
    return true;
  });
}

const CARD_PX = 84;
/** How many cards before the last one to load more. */
const NEAR_END = 4;

function Column<Card extends Titled>({
  column,
  wanted,
  onFocused,
  draw,
  onEnd,
  foot,
}: {
  column: BoardColumn<Card>;
  wanted: string | null;
  onFocused: () => void;
} & Pick<BoardProps<Card>, "draw" | "onEnd" | "foot">) {
  const { key, title, mark, cards, count, countWords = count.toLocaleString("en-US"), note } = column;
  const box = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isOver = useColumnDrop(box, key);
  const virtual = useVirtualRows(list, {
    count: cards.length,
    px: CARD_PX,
    gap: 8,
    overscan: 3,
    keyOf: useCallback((index: number) => cards[index]?.id ?? index, [cards]),
  });
  const isAtEnd = (virtual.getVirtualItems().at(-1)?.index ?? 0) >= cards.length - NEAR_END;
  const more = useEffectEvent(() => onEnd(column));
  useEffect(() => {
    if (isAtEnd && cards.length < count) more();
  }, [isAtEnd, cards.length, count]);
  useWantedFocus(list, {
    wanted,
    at: wanted === null ? -1 : cards.findIndex((card) => card.id === wanted),
    show: (index) => virtual.scrollToIndex(index, { align: "auto" }),
    onFocused,
  });
  return (
    <section
      ref={box}
      aria-label={`${title}, ${countWords}`}
      data-column={key}
      className={`flex w-[85vw] max-w-xs shrink-0 snap-start flex-col rounded-xl bg-kumo-recessed sm:min-w-48 sm:flex-1 sm:basis-0 ${isOver ? "ring-2 ring-kumo-focus" : ""}`}
    >
      <h2 className="flex h-10 shrink-0 items-center gap-2 px-3 text-sm font-semibold">
        {mark}
        <span className="truncate">{title}</span>
        <span className="font-normal text-kumo-subtle tabular-nums">{countWords}</span>
      </h2>
      {note}
      <div
        ref={list}
        tabIndex={-1}
        className="min-h-0 overflow-y-auto overscroll-y-contain px-2 pt-0.5 outline-none"
      >
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key: id }) => {
            const card = cards[index];
            return card === undefined ? null : (
              <li
                key={id}
                ref={virtual.measureElement}
                data-index={index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <Draggable card={card.id} column={key}>
                  {draw(card, key)}
                </Draggable>
              </li>
            );
          })}
        </ul>
      </div>
      <div className="shrink-0 p-2">{foot(column)}</div>
    </section>
  );
}

/** Focuses a card once it is rendered: it may have been out of view. */
function useWantedFocus(
  list: RefObject<HTMLElement | null>,
  {
    wanted,
    at,
    show,
    onFocused,
  }: {
    readonly wanted: string | null;
    readonly at: number;
    readonly show: (index: number) => void;
    readonly onFocused: () => void;
  },
): void {
  const bring = useEffectEvent(show);
  const done = useEffectEvent(onFocused);
  const hadFocus = useRef<string | null>(null);
  useEffect(() => {
    if (wanted === null) hadFocus.current = null;
    if (at < 0 || wanted === null) return;
    // Back again, it takes the focus from nothing else.
    if (hadFocus.current === wanted && document.activeElement !== document.body) return;
    bring(at);
    let tries = 20;
    const focus = (): void => {
      const card = list.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(wanted)}"] a`);
      if (card) {
        card.focus();
        hadFocus.current = wanted;
        done();
      } else if (tries-- > 0) frame = requestAnimationFrame(focus);
    };
    let frame = requestAnimationFrame(focus);
    return () => cancelAnimationFrame(frame);
  }, [list, at, wanted]);
}

function Draggable({ card, column, children }: { card: string; column: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const { isDragged, edge } = useCardDrag(box, card, column);
  return (
    <div ref={box} data-card={card} className={`relative ${isDragged ? "opacity-40" : ""}`}>
      {edge === null ? null : (
        <span
          aria-hidden
          className={`absolute inset-x-0 h-0.5 rounded bg-kumo-brand ${edge === "top" ? "-top-[5px]" : "-bottom-[5px]"}`}
        />
      )}
      {children}
    </div>
  );
}
