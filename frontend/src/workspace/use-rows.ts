/** Virtualizes a long list of rows of equal height: visible rows and a margin. */
import { useEffect, useState, type RefObject } from "react";

/** Shorter lists are drawn as a whole. */
const FEW = 150;
const AROUND = 20;

export interface RowWindow {
  readonly first: number;
  /** After the last one drawn. */
  readonly end: number;
  /** Room held for the rows that are not drawn. */
  readonly padding: { readonly paddingTop: string; readonly paddingBottom: string } | undefined;
  /** Scrolls so that a row is in sight and drawn. */
  readonly show: (row: number) => void;
}

/** The scroll container of an element. */
function scrollerOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>("[data-scroller]") ?? null;
}

function remPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

export function useRows(list: RefObject<HTMLElement | null>, count: number, rowRem: number): RowWindow {
  const [top, setTop] = useState({ first: 0, rows: 40 });
  const long = count > FEW;

  useEffect(() => {
    const scroller = scrollerOf(list.current);
    if (!long || !scroller) return;
    const measure = (): void => {
      const element = list.current;
      if (!element) return;
      const rowPx = rowRem * remPx();
      const above = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top;
      // In steps, so that not every pixel causes a redraw.
      const first = Math.floor(Math.max(0, above) / rowPx / 8) * 8;
      const rows = Math.ceil(scroller.clientHeight / rowPx) + 8;
      setTop((now) => (now.first === first && now.rows === rows ? now : { first, rows }));
    };
    measure();
    scroller.addEventListener("scroll", measure, { passive: true });
    const resized = new ResizeObserver(measure);
    resized.observe(scroller);
    return () => {
      scroller.removeEventListener("scroll", measure);
      resized.disconnect();
    };
  }, [list, long, rowRem]);

  function show(row: number): void {
    const scroller = scrollerOf(list.current);
    if (!scroller || !list.current) return;
    const rowPx = rowRem * remPx();
    const above = scroller.getBoundingClientRect().top - list.current.getBoundingClientRect().top;
    const at = scroller.scrollTop - above + row * rowPx;
    if (at < scroller.scrollTop) scroller.scrollTop = at;
    else if (at + rowPx > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = at + rowPx - scroller.clientHeight;
  }

  if (!long) return { first: 0, end: count, padding: undefined, show };
  const first = Math.max(0, Math.min(top.first, count) - AROUND);
  const end = Math.min(count, top.first + top.rows + AROUND);
  return {
    first,
    end,
    padding: {
      paddingTop: `${first * rowRem}rem`,
      paddingBottom: `${(count - end) * rowRem}rem`,
    },
    show,
  };
}
