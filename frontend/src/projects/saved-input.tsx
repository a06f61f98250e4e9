/** A small box that saves on blur or Enter; Escape restores the value. */
import { useState } from "react";
import { useLocked } from "../components/form.tsx";

export function SavedInput({
  type,
  label,
  value,
  placeholder,
  wide = false,
  onSave,
}: {
  type: "date" | "number" | "text";
  label: string;
  value: string;
  placeholder?: string;
  wide?: boolean;
  /** True if saved; otherwise the typed text stays. */
  onSave: (value: string) => Promise<boolean>;
}) {
  const locked = useLocked();
  const [typed, setTyped] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    if (typed === null) return;
    if (typed === value || (await onSave(typed))) setTyped(null);
  };
  return (
    <input
      type={type}
      aria-label={label}
      placeholder={placeholder}
      disabled={locked}
      value={typed ?? value}
      {...(type === "number" ? { min: 0, step: 0.5 } : {})}
      maxLength={type === "text" ? 500 : undefined}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.nativeEvent.isComposing) event.currentTarget.blur();
        if (event.key !== "Escape") return;
        event.stopPropagation();
        setTyped(null);
      }}
      className={`touch h-8 min-w-0 rounded-md bg-kumo-control px-2 text-sm text-kumo-default ring ring-kumo-line outline-none placeholder:text-kumo-placeholder focus:ring-2 focus:ring-kumo-focus disabled:opacity-60 ${wide ? "w-full" : type === "date" ? "w-34" : "w-20"}`}
    />
  );
}
