/** Suggestions in a text box: names after an at sign, saved replies after a slash. Arrows move, Enter or Tab inserts, Escape closes. */
import { useState, type KeyboardEvent, type RefObject } from "react";
import { soughtAt, suggestionsFor, type Suggestion } from "./suggestions.ts";

const MOST = 6;

export function useSuggestions({
  box,
  text,
  change,
  sign,
  all,
}: {
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  change: (text: string) => void;
  sign: "@" | "/";
  all: readonly Suggestion[];
}) {
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const sought = soughtAt(text, caret, sign);
  const key = sought === null ? null : `${sought.from} ${sought.query}`;
  const items = sought === null || key === closedFor ? [] : suggestionsFor(all, sought.query, MOST);
  const chosen = Math.min(at, items.length - 1);
  const take = (item: Suggestion): void => {
    if (sought === null) return;
    const end = sought.from + item.words.length;
    change(text.slice(0, sought.from) + item.words + text.slice(caret));
    setCaret(end);
    // What was just inserted isn't suggested again.
    setClosedFor(`${sought.from} ${item.words.slice(sign.length)}`);
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(end, end);
    });
  };
  return {
    items,
    chosen,
    take,
    /** Called with the caret's position after each change. */
    moved: (caretNow: number): void => {
      setCaret(caretNow);
      setAt(0);
    },
    /** Whether a key was the list's. */
    onKey: (event: KeyboardEvent): boolean => {
      const item = items[chosen];
      if (item === undefined) return false;
      if (event.key === "ArrowDown") setAt((chosen + 1) % items.length);
      else if (event.key === "ArrowUp") setAt((chosen + items.length - 1) % items.length);
      else if (event.key === "Escape") setClosedFor(key);
      else if (event.key === "Tab" || (event.key === "Enter" && !event.metaKey && !event.ctrlKey)) take(item);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}

export function Suggestions({
  label,
  items,
  chosen,
  take,
}: { label: string } & Pick<ReturnType<typeof useSuggestions>, "items" | "chosen" | "take">) {
  if (items.length === 0) return null;
  return (
    <div
      role="group"
      aria-label={label}
      className="flex max-h-56 flex-col overflow-y-auto rounded-xl bg-kumo-base py-1 shadow-md ring ring-kumo-line"
    >
      {items.map((item, index) => (
        <button
          key={item.id}
          type="button"
          tabIndex={-1}
          aria-current={index === chosen ? "true" : undefined}
          // The box keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(item)}
          className={`touch flex items-baseline gap-3 px-3 py-1.5 text-left ${index === chosen ? "bg-kumo-tint" : ""}`}
        >
          <span className="shrink-0 font-medium">{item.title}</span>
          {item.detail ? (
            <span className="min-w-0 truncate text-sm text-kumo-subtle">{item.detail}</span>
          ) : null}
        </button>
      ))}
    </div>
  );
}
