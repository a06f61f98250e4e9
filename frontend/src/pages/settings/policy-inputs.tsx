/** Inputs that sit inside a sentence. */
import { useState, type ReactNode } from "react";

const BOX =
  "touch h-8 rounded-md bg-kumo-control px-2 ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand aria-invalid:ring-2 aria-invalid:ring-kumo-danger";

export function Sentence({ note, children }: { note?: string; children: ReactNode }) {
  return (
    <li className="border-b border-kumo-hairline px-4 py-2.5 last:border-b-0">
      <div className="leading-9">{children}</div>
      {note ? <p className="text-xs text-kumo-subtle wrap-anywhere">{note}</p> : null}
    </li>
  );
}

export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => {
        const picked = options.find(([option]) => option === event.target.value);
        if (picked) onChange(picked[0]);
      }}
      className={`${BOX} max-w-full font-medium`}
    >
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** A number with bounds; what is outside them is marked and put back on leaving the field. */
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
  const number = Number(shown);
  const good =
    shown.trim() !== "" &&
    Number.isFinite(number) &&
    number >= min &&
    number <= max &&
    (!whole || Number.isInteger(number));
  return (
    <input
      aria-label={label}
      aria-invalid={!good}
      title={`${min} to ${max}`}
      inputMode={whole ? "numeric" : "decimal"}
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        const next = Number(event.target.value);
        const fits =
          event.target.value.trim() !== "" &&
          Number.isFinite(next) &&
          next >= min &&
          next <= max &&
          (!whole || Number.isInteger(next));
        if (fits) onChange(next);
      }}
      onBlur={() => setText(null)}
      className={`${BOX} w-20 text-right tabular-nums`}
    />
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
    <input
      type="time"
      aria-label={label}
      value={value}
      onChange={(event) => /^\d\d:\d\d$/.test(event.target.value) && onChange(event.target.value)}
      className={BOX}
    />
  );
}
