/** Next steps and the like: each checked off in place, and one more added below. */
import { useState, type FormEvent } from "react";
import { ACCOUNT_LIMITS } from "../../../src/accounts/api/accounts.ts";
import { TextBox } from "../components/form.tsx";
import { CheckIcon, PlusIcon } from "../components/icons.ts";
import { clipped } from "../components/text-pieces.ts";
import { Part } from "./part.tsx";

export function ItemList({
  title,
  add,
  items,
  locked,
  busy,
  onChange,
}: {
  title: string;
  /** Placeholder of the box for a new item. */
  add: string;
  items: readonly string[];
  locked: boolean;
  busy: boolean;
  onChange: (items: string[]) => void;
}) {
  return (
    <Part title={title}>
      {locked && items.length === 0 ? <p className="text-sm text-kumo-subtle">None yet.</p> : null}
      <ul className="sheet flex flex-col overflow-hidden empty:hidden">
        {items.map((item, index) => (
          <li
            key={`${index} ${item}`}
            className="flex items-start gap-2.5 border-b border-kumo-hairline py-1.5 pr-3 pl-2 last:border-b-0"
          >
            <button
              type="button"
              aria-label={`Done: ${clipped(item, 120)}`}
              title="Done"
              disabled={locked || busy}
              onClick={() => onChange(items.toSpliced(index, 1))}
              className="touch group grid size-7 shrink-0 place-items-center"
            >
              <span className="grid size-4.5 place-items-center rounded-full border border-kumo-interact group-disabled:opacity-40 group-enabled:group-hover:border-kumo-success group-enabled:group-hover:bg-kumo-success-tint">
                <CheckIcon
                  aria-hidden
                  weight="bold"
                  className="size-3 text-kumo-success opacity-0 group-enabled:group-hover:opacity-100 group-focus-visible:opacity-100"
                />
              </span>
            </button>
            <span className="min-w-0 flex-1 pt-1 leading-5 wrap-anywhere">{clipped(item, 500)}</span>
          </li>
        ))}
        {items.length < ACCOUNT_LIMITS.items && !locked ? (
          <li>
            <AddItem label={add} busy={busy} onAdd={(item) => onChange([...items, item])} />
          </li>
        ) : null}
      </ul>
    </Part>
  );
}

function AddItem({ label, busy, onAdd }: { label: string; busy: boolean; onAdd: (item: string) => void }) {
  const [words, setWords] = useState("");
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (busy || words.trim() === "") return;
    onAdd(words.trim());
    setWords("");
  }
  return (
    <form className="flex items-center gap-2.5 py-1 pr-1.5 pl-2" onSubmit={submit}>
      <span className="grid size-7 shrink-0 place-items-center">
        <PlusIcon aria-hidden className="size-4 text-kumo-subtle" />
      </span>
      <TextBox
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        value={words}
        maxLength={ACCOUNT_LIMITS.textChars}
        onChange={setWords}
        className="h-8 w-full border-0 bg-transparent px-0 shadow-none ring-0"
      />
    </form>
  );
}
