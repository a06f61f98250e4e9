import { useEffect, useEffectEvent } from "react";
import { isTyping, singleKeysOn } from "./shortcuts.ts";

/** Keys of a page, except while someone types. `onPress` returns whether the key was its own. */
export function useKeys(onPress: (event: KeyboardEvent) => boolean): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (isTyping(event.target) || (event.key.length === 1 && !singleKeysOn())) return;
      if (press(event)) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
