/** The file search and its keyboard shortcuts. */
import { useEffect, useEffectEvent, useState } from "react";
import { TextBox } from "../components/form.tsx";
import { focusList } from "./list-focus.ts";
import { nameOf } from "./paths.ts";
import { useGo, usePlace } from "./use-place.ts";

function searchBox(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>("[data-search=workspace]");
}

/** Focuses the search once it is visible; on narrow screens the folder must open first. */
function focusSearch(tries = 20): void {
  const box = searchBox();
  if (box?.checkVisibility()) {
    box.focus();
    box.select();
  } else if (tries > 0) window.setTimeout(() => focusSearch(tries - 1), 50);
}

/** Keys of this pane: n creates a file, / searches the files. */
export function usePaneKeys(onNew: () => void, onShowFolder: () => void): void {
  const makeNew = useEffectEvent(onNew);
  const showFolder = useEffectEvent(onShowFolder);
  useEffect(() => {
    const onKey = (event: Event): void => {
      const shortcut = (event as CustomEvent<string>).detail;
      if (shortcut !== "new_chat" && shortcut !== "search") return;
      event.preventDefault();
      if (shortcut === "new_chat") return makeNew();
      if (!searchBox()?.checkVisibility()) showFolder();
      focusSearch();
    };
    window.addEventListener("steward:key", onKey);
    return () => window.removeEventListener("steward:key", onKey);
  }, []);
}

/** Debounce while typing. */
const PAUSE_MS = 150;

export function SearchBox({ folder, openPath }: { folder: string; openPath: string | null }) {
  const go = useGo();
  const { search } = usePlace();
  const words = search.q ?? "";
  const [typed, setTyped] = useState(words);
  const [known, setKnown] = useState(words);
  // Changed from elsewhere: by the browser's Back, or by opening a folder.
  if (words !== known) {
    setKnown(words);
    if (words !== typed.trim()) setTyped(words);
  }
  const send = useEffectEvent((now: string) => {
    if (now === words) return;
    setKnown(now);
    void go(
      openPath ?? folder,
      { ...search, q: now || undefined, line: undefined, show: undefined },
      { replace: true },
    );
  });
  useEffect(() => {
    const timer = window.setTimeout(() => send(typed.trim()), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [typed]);
  return (
    <div className="shrink-0 border-b border-kumo-hairline px-3 pb-2.5">
      <TextBox
        type="search"
        data-search="workspace"
        aria-label="Search files"
        aria-keyshortcuts="/"
        value={typed}
        maxLength={200}
        placeholder={folder === "" || openPath !== null ? "Search files" : `Search in ${nameOf(folder)}`}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" && focusList()) event.preventDefault();
          if (event.key === "Escape" && typed !== "") {
            event.preventDefault();
            setTyped("");
          }
        }}
        className="w-full"
      />
    </div>
  );
}
