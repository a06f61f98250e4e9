/** A row of choices, one of which holds. */
export function Pills<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly (readonly [value: Value, words: string])[];
  value: string;
  onChange: (value: Value) => void;
}) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-0.5">
      {options.map(([one, words]) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          onClick={() => onChange(one)}
          className="touch rounded-full px-2.5 py-1 text-sm text-kumo-subtle hover:bg-kumo-tint aria-pressed:bg-kumo-info-tint aria-pressed:font-medium aria-pressed:text-kumo-link"
        >
          {words}
        </button>
      ))}
    </div>
  );
}
