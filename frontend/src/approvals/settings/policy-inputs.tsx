/** Inputs that sit inside a sentence. */
import { useState, type ReactNode } from "react";
import { TextBox } from "../../components/form.tsx";

const BOX = "inline-flex align-middle *:min-w-0";

export function Sentence({ note, children }: { note?: string; children: ReactNode }) {
  return (
    <li className="border-b border-kumo-hairline px-4 py-2.5 last:border-b-0">
      <div className="leading-9">{children}</div>
      {note ? <p className="text-xs text-kumo-subtle wrap-anywhere">{note}</p> : null}
    </li>
  );
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}

/** The parsed number; null if invalid or out of bounds. */
function numberIn(text: string, { min, max, whole }: Bounds): number | null {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number)) return null;
  return number >= min && number <= max && (!whole || Number.isInteger(number)) ? number : null;
}

/** A number with bounds; a value out of range is marked, and reset when leaving the field. */
export function NumberBox({
  label,
  value,
  min,
  max,
  whole = false,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  whole?: boolean;
  onChange: (value: number) => void;
}) {
  const [text, setText] = useState<string | null>(null);
  const shown = text ?? String(value);
  const bounds = { min, max, whole };
  return (
    <span className={BOX}>
      <TextBox
        aria-label={label}
        aria-invalid={text !== null && numberIn(shown, bounds) === null}
        title={`${min} to ${max}`}
        inputMode={whole ? "numeric" : "decimal"}
        value={shown}
        onChange={(typed) => {
          setText(typed);
          const number = numberIn(typed, bounds);
          if (number !== null) onChange(number);
        }}
        onBlur={() => setText(null)}
        className="h-8 w-20 text-right tabular-nums aria-invalid:ring-2 aria-invalid:ring-kumo-danger"
      />
    </span>
  );
}

export function TimeBox({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <span className={BOX}>
      <TextBox
        type="time"
        aria-label={label}
        value={value}
        onChange={(time) => {
          if (/^\d\d:\d\d$/.test(time)) onChange(time);
        }}
        className="h-8"
      />
    </span>
  );
}

export function DateBox({
  label,
  value,
  onChange,
}: {
  label: string;
  /** `2026-11-27`; empty until chosen. */
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <span className={BOX}>
      <TextBox type="date" aria-label={label} value={value} onChange={onChange} className="h-8" />
    </span>
  );
}
