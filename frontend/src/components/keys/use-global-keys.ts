/** Keys that work on every page. Listens before the pages do, so that the second key of a sequence is never theirs. */
import { useEffect } from "react";
import { useNavigate } from "@tanstack/react-router";
import { useEntries } from "../places-context.tsx";
import { NO_KEYS, pressKey, type Shortcut } from "./press-key.ts";
import { isTyping, singleKeysOn } from "./shortcuts.ts";

export type Overlay = "palette" | "keys";

/** Focuses the list's search once it is mounted; the page may have to open first. */
function focusSearch(tries = 20): void {
  const box = document.querySelector<HTMLInputElement>("[data-search=conversations]");
  if (box && box.offsetParent !== null) {
    box.focus();
    box.select();
  } else if (tries > 0) window.setTimeout(() => focusSearch(tries - 1), 50);
}

/** `open` must be stable: a pending key sequence is lost when it changes. */
export function useGlobalKeys(open: (overlay: Overlay) => void): void {
  const navigate = useNavigate();
  const pages = useEntries();
  useEffect(() => {
    let state = NO_KEYS;
    const act = (shortcut: Shortcut): void => {
      // A page can override a key by handling the event.
      const offer = new CustomEvent("steward:key", { detail: shortcut, cancelable: true });
      if (!window.dispatchEvent(offer)) return;
      if (shortcut === "help") open("keys");
      else if (shortcut === "new_chat") void navigate({ to: "/conversations/new" });
      else if (shortcut === "search") {
        if (!document.querySelector("[data-search=conversations]")?.checkVisibility())
          void navigate({ to: "/conversations" });
        focusSearch();
      } else void navigate({ to: shortcut.go });
    };
    const press = (event: KeyboardEvent): void => {
      const pressed = pressKey(state, event.key, event.timeStamp, pages);
      state = pressed.state;
      if (!pressed.taken) return;
      event.preventDefault();
      if (pressed.shortcut) act(pressed.shortcut);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      if (isPaletteKey(event)) {
        event.preventDefault();
        state = NO_KEYS;
        return open("palette");
      }
      if (event.metaKey || event.ctrlKey || event.altKey || event.repeat || event.key === "Shift") return;
      if (isTyping(event.target) || !singleKeysOn()) state = NO_KEYS;
      else press(event);
    };
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [navigate, open, pages]);
}

function isPaletteKey(event: KeyboardEvent): boolean {
  const withControl = event.metaKey || event.ctrlKey;
  return withControl && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
}
