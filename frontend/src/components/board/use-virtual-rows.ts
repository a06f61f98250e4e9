/** Renders only the visible rows of a long list. */
import type { Key, RefObject } from "react";
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";

export function useVirtualRows(
  box: RefObject<HTMLElement | null>,
  rows: {
    readonly count: number;
    readonly px: number;
    readonly overscan: number;
    readonly gap?: number;
    /** Must be stable while the rows are the same: a new function makes all rows be measured again. */
    readonly keyOf: (index: number) => Key;
  },
): Virtualizer<HTMLElement, Element> {
  // oxlint-disable-next-line react/incompatible-library -- its result changes on scroll, and nothing here is memoized by it.
  return useVirtualizer<HTMLElement, Element>({
    count: rows.count,
    getScrollElement: () => box.current,
    getItemKey: rows.keyOf as (index: number) => string | number,
    estimateSize: () => rows.px,
    overscan: rows.overscan,
    gap: rows.gap ?? 0,
  });
}
