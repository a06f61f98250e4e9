import { useEffect, useEffectEvent, useRef, type RefObject } from "react";

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
