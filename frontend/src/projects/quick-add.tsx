/** Adds a task by its title. Stays open for the next one, and keeps the text if saving fails. */
import { useState, type KeyboardEvent } from "react";
import { PlusIcon } from "../components/icons.ts";

export function QuickAdd({
  label,
  words = "New task",
  keyed = true,
  placeholder = "What needs to be done?",
  onAdd,
}: {
  /** Such as `New task in To do`. */
  label: string;
  words?: string;
  /** Whether the key `c` may open it. */
  keyed?: boolean;
  placeholder?: string;
  /** True if saved. */
  onAdd: (title: string) => Promise<boolean>;
}) {
  const [isOpen, setOpen] = useState(false);
  const [title, setTitle] = useState("");
  const add = (): void => {
    const typed = title.trim();
    if (typed === "") return;
    setTitle("");
    void onAdd(typed).then((saved) => {
      if (!saved) setTitle((now) => (now === "" ? typed : now));
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      add();
    }
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  if (!isOpen)
    return (
      <button
        type="button"
        data-quick-add={keyed ? "" : undefined}
        aria-label={label === words ? undefined : `${words}: ${label}`}
        onClick={() => setOpen(true)}
        className="touch flex h-8 w-full items-center gap-2 rounded-lg px-2 text-sm text-kumo-subtle hover:bg-kumo-tint hover:text-kumo-default"
      >
        <PlusIcon aria-hidden className="size-4" />
        {words}
      </button>
    );
  return (
    <input
      autoFocus
      aria-label={label}
      placeholder={placeholder}
      value={title}
      maxLength={200}
      onChange={(event) => setTitle(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (title.trim() === "") setOpen(false);
      }}
      className="touch h-9 w-full rounded-lg bg-kumo-control px-2.5 text-sm ring ring-kumo-line outline-none placeholder:text-kumo-placeholder focus:ring-2 focus:ring-kumo-focus"
    />
  );
}
