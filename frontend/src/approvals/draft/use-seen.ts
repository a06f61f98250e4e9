import { useEffect, useEffectEvent, useMemo, useRef, type RefObject } from "react";

/** Long enough to have been read, short enough not to be in the way. */
const SEEN_AFTER_MS = 700;

/** Calls back once the element's end has been on the screen for a moment. Put the returned ref on something at the end. */
export function useSeen(onSeen: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    if (!end.current) return;
    let timer: number | undefined;
    const observer = new IntersectionObserver(([entry]) => {
      window.clearTimeout(timer);
      if (entry?.isIntersecting) timer = window.setTimeout(() => seen(), SEEN_AFTER_MS);
    });
    observer.observe(end.current);
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return end;
}

/** Since when something has been on the screen. */
export interface ShownSince {
  /** Whether these very bytes were painted by a moment (of `performance.now`, as events count it). */
  isSince(bytes: string, ms: number): boolean;
}

/** Records when a given content was first painted; content changes restart it. */
export function useShownSince(bytes: string): ShownSince {
  const painted = useRef<{ readonly bytes: string; readonly ms: number } | null>(null);
  useEffect(() => {
    // The frame after the one that renders them: by then they are on the screen.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame((ms) => (painted.current = { bytes, ms }));
    });
    return () => cancelAnimationFrame(frame);
  }, [bytes]);
  return useMemo(
    () => ({
      isSince: (asked, ms) =>
        painted.current !== null && painted.current.bytes === asked && painted.current.ms <= ms,
    }),
    [],
  );
}
