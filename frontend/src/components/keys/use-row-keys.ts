/** Keys of a list of links: j and k (or the arrows) walk it, Enter opens as any link does, / goes to its search box. */
import { useEffect, useEffectEvent, type RefObject } from "react";
import { isTyping, singleKeysOn } from "./shortcuts.ts";

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
  const move = useEffectEvent((step: 1 | -1) => moveInRows(list.current, step));
  const search = useEffectEvent(() => {
    box()?.focus();
    box()?.select();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (isTyping(event.target) || (event.key.length === 1 && !singleKeysOn())) return;
      if (!NEXT.has(event.key) && !PREVIOUS.has(event.key)) return;
      event.preventDefault();
      move(NEXT.has(event.key) ? 1 : -1);
    };
    const onShortcut = (event: Event): void => {
      if ((event as CustomEvent<string>).detail !== "search") return;
      event.preventDefault();
      search();
    };
    window.addEventListener("keydown", onKey);
    window.addEventListener("steward:key", onShortcut);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("steward:key", onShortcut);
    };
  }, []);
}
