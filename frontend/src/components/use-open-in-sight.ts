/** A scrolling strip of links: keeps the active one in view. */
import { useEffect, useRef, type RefObject } from "react";
import { useRouterState } from "@tanstack/react-router";

/** For the element around the links. */
export function useOpenInSight(): RefObject<HTMLElement | null> {
  const line = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    const show = (): void =>
      line.current
        ?.querySelector("[data-status=active]")
        ?.scrollIntoView({ block: "nearest", inline: "center" });
    show();
    window.addEventListener("resize", show);
    return () => window.removeEventListener("resize", show);
  }, [path]);
  return line;
}
