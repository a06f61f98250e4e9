/** Scrolling of a thread: follows new messages at the end, otherwise stays in place, including when older messages are prepended. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";

const NEAR_END_PX = 80;

export interface StickToEnd {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly atEnd: boolean;
  readonly jumpToEnd: () => void;
  /** Call before prepending older messages. */
  readonly keepPlace: () => void;
  /** Goes back to the place that was kept. */
  readonly restorePlace: () => void;
}

export function useStickToEnd(): StickToEnd {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  /** Last known scroll position. A smaller value means that a person scrolled up, even before the event arrives. */
  const lastTop = useRef(0);
  const heightBefore = useRef<number | null>(null);
  const [atEnd, setAtEnd] = useState(true);

  const jumpToEnd = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    following.current = true;
    box.scrollTop = box.scrollHeight;
    lastTop.current = box.scrollTop;
    setAtEnd(true);
  }, []);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (!box || !inner) return;
    const onScroll = (): void => {
      const near = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX;
      following.current = near;
      lastTop.current = box.scrollTop;
      setAtEnd(near);
    };
    const grown = new ResizeObserver(() => {
      if (box.scrollTop < lastTop.current - 2) following.current = false;
      if (!following.current) return onScroll();
      box.scrollTop = box.scrollHeight;
      lastTop.current = box.scrollTop;
    });
    box.addEventListener("scroll", onScroll, { passive: true });
    grown.observe(inner);
    grown.observe(box);
    return () => {
      box.removeEventListener("scroll", onScroll);
      grown.disconnect();
    };
  }, []);

  const restorePlace = useCallback(() => {
    const box = scroller.current;
    if (!box || heightBefore.current === null) return;
    box.scrollTop += box.scrollHeight - heightBefore.current;
    lastTop.current = box.scrollTop;
    heightBefore.current = null;
  }, []);

  return {
    scroller,
    content,
    atEnd,
    jumpToEnd,
    keepPlace: () => {
      heightBefore.current = scroller.current?.scrollHeight ?? null;
    },
    restorePlace,
  };
}

/** Keeps the scroll position when something is prepended, which a change of `firstKey`, the first rendered key, indicates. */
export function useKeptPlace(
  { restorePlace }: Pick<StickToEnd, "restorePlace">,
  firstKey: string | undefined,
): void {
  useLayoutEffect(restorePlace, [firstKey, restorePlace]);
}
