/** The search box above a list of links: the text goes into the page's address after a pause, and arrow keys move to the rows. */
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { TextBox } from "./form.tsx";
import { moveInRows, useRowKeys } from "./keys/use-row-keys.ts";

const PAUSE_MS = 120;

export function ListSearch({
  name,
  words,
  placeholder,
  list,
  onWords,
}: {
  /** What is searched, as in `Search contacts`. */
  name: string;
  words: string;
  placeholder: string;
  list: RefObject<HTMLElement | null>;
  /** Undefined when the box is empty. */
  onWords: (words: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(words);
  useRowKeys(list, () => document.querySelector<HTMLInputElement>(`[data-search=${name}]`));
  const known = useRef({ sent: words, seen: words });
  const tell = useEffectEvent(onWords);
  useEffect(() => {
    const { sent, seen } = known.current;
    known.current.seen = words;
    // The address changed by other means: a link, or back.
    if (words !== seen && words !== sent) return setTyped(words);
    if (typed.trim() === words) return;
    const timer = setTimeout(() => {
      known.current.sent = typed.trim();
      tell(typed.trim() || undefined);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, words]);
  return (
    <TextBox
      type="search"
      aria-label={`Search ${name}`}
      placeholder={placeholder}
      data-search={name}
      value={typed}
      maxLength={200}
      onChange={setTyped}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" && event.key !== "Enter") return;
        event.preventDefault();
        moveInRows(list.current, 1);
      }}
      className="w-full max-w-md"
    />
  );
}
