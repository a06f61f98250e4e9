/** Keys that work on every page. Listens before the pages do, so that the second key of a pair is never theirs. */
import { useEffect } from "react";
import { useNavigate } from "@tanstack/react-router";
import { NO_KEYS, pressKey, type Shortcut } from "./press-key.ts";
import { isTyping, singleKeysOn } from "./shortcuts.ts";

export type Overlay = "palette" | "keys";

/** Focuses the list's search as soon as it is there: the page may have to be opened first. */
function focusSearch(tries = 20): void {
  const box = document.querySelector<HTMLInputElement>("[data-search=conversations]");
  if (box && box.offsetParent !== null) {
    box.focus();
    box.select();
  } else if (tries > 0) window.setTimeout(() => focusSearch(tries - 1), 50);
}

/** `open` keeps its identity: a pair of keys that is begun would be forgotten with it. */
export function useGlobalKeys(open: (overlay: Overlay) => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let state = NO_KEYS;
    const act = (shortcut: Shortcut): void => {
      // A page may have a meaning of its own for a key: it then takes the event.
      const offer = new CustomEvent("steward:key", { detail: shortcut, cancelable: true });
      if (!window.dispatchEvent(offer)) return;
      switch (shortcut) {
        case "go_chats":
          return void navigate({ to: "/conversations" });
        case "go_approvals":
          return void navigate({ to: "/approvals" });
        case "go_activity":
          return void navigate({ to: "/activity" });
        case "go_notifications":
          return void navigate({ to: "/notifications" });
        case "go_workspace":
          return void navigate({ to: "/workspace/$", params: { _splat: "" } });
        case "go_skills":
          return void navigate({ to: "/skills" });
        case "go_settings":
          return void navigate({ to: "/settings" });
        case "new_chat":
          return void navigate({ to: "/conversations/new" });
        case "search": {
          if (!document.querySelector("[data-search=conversations]")?.checkVisibility())
            void navigate({ to: "/conversations" });
          return focusSearch();
        }
        case "help":
          return open("keys");
      }
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const withControl = event.metaKey || event.ctrlKey;
      if (withControl && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        state = NO_KEYS;
        return open("palette");
      }
      if (withControl || event.altKey || event.repeat || event.key === "Shift") return;
      if (isTyping(event.target) || !singleKeysOn()) {
        state = NO_KEYS;
        return;
      }
      const pressed = pressKey(state, event.key, event.timeStamp);
      state = pressed.state;
      if (!pressed.taken) return;
      event.preventDefault();
      if (pressed.shortcut) act(pressed.shortcut);
    };
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [navigate, open]);
}
