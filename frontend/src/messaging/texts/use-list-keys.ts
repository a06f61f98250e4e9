/** Keys of the inbox's list: j and k open the next and the previous thread, or walk the list where none is open. */
import { useEffect, useEffectEvent, type RefObject } from "react";
import { isTyping, singleKeysOn } from "../../components/keys/shortcuts.ts";

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

export function useListKeys(list: RefObject<HTMLElement | null>): void {
  const move = useEffectEvent((step: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLAnchorElement>("a[data-row]") ?? [])];
    const open = rows.findIndex((row) => row.getAttribute("aria-current") === "page");
    const focused = rows.findIndex((row) => row === document.activeElement);
    const from = open < 0 ? focused : open;
    const next = from < 0 ? rows[0] : rows[from + step];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
    if (open >= 0) next?.click();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      const step = STEPS[event.key];
      if (step === undefined || isTyping(event.target)) return;
      const isArrow = event.key.length > 1;
      // Arrows scroll an open thread; single keys may be switched off.
      if (isArrow ? !list.current?.contains(document.activeElement) : !singleKeysOn()) return;
      event.preventDefault();
      move(step);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [list]);
}
