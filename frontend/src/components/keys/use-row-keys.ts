/** Keys of a list of links: j and k (or the arrows) walk it, Enter opens as any link does, / goes to its search box. */
import { useEffect, useEffectEvent, type RefObject } from "react";
import { useKeys } from "./use-keys.ts";

const NEXT = new Set(["j", "ArrowDown"]);
const PREVIOUS = new Set(["k", "ArrowUp"]);

/** Moves the focus from row to row (`data-row`); from outside the list to its first. */
export function moveInRows(list: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = at < 0 ? rows[0] : rows[at + step];
  next?.focus();
}

export function useRowKeys(list: RefObject<HTMLElement | null>, box: () => HTMLInputElement | null): void {
  useKeys(({ key }) => {
    if (!NEXT.has(key) && !PREVIOUS.has(key)) return false;
    moveInRows(list.current, NEXT.has(key) ? 1 : -1);
    return true;
  });
  const search = useEffectEvent(() => {
    box()?.focus();
    box()?.select();
  });
  useEffect(() => {
    const onShortcut = (event: Event): void => {
      if ((event as CustomEvent<string>).detail !== "search") return;
      event.preventDefault();
      search();
    };
    window.addEventListener("steward:key", onShortcut);
    return () => window.removeEventListener("steward:key", onShortcut);
  }, []);
}
