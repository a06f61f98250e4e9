/** One field of an edit: its label, its control, what is wrong with it. */
import { useId } from "react";
import type { FormField } from "../../../../src/protocol/index.ts";
import { textOf, type Arguments } from "./edits.ts";
import { BUBBLE_STYLE } from "./effect-blocks.tsx";

export const INPUT_STYLE =
  "w-full rounded-lg bg-kumo-control px-3 py-2 text-base ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand aria-invalid:ring-2 aria-invalid:ring-kumo-danger";

export function FieldInput({
  field,
  value,
  before,
  issue,
  focus,
  onChange,
}: {
  field: FormField;
  value: Arguments[string] | undefined;
  before: Arguments[string] | undefined;
  issue: string | undefined;
  focus: boolean;
  onChange: (value: string | boolean) => void;
}) {
  const id = useId();
  const text = textOf(value);
  const changed = text !== textOf(before);
  const shared = {
    id,
    "aria-invalid": issue !== undefined,
    "aria-describedby": `${id}-help`,
    "aria-required": field.required,
    autoFocus: focus,
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="flex items-baseline gap-2 text-sm font-medium">
        {field.label}
        {changed ? <span className="text-xs font-normal text-kumo-link">changed</span> : null}
      </label>
      <FieldControl field={field} text={text} shared={shared} onChange={onChange} />
      <div id={`${id}-help`} className="flex flex-col text-xs text-kumo-subtle">
        {issue ? <span className="font-medium text-kumo-danger">{issue}</span> : null}
        {field.help ? <span>{field.help}</span> : null}
        {field.maxLength !== null && text.length > field.maxLength * 0.8 ? (
          <span>
            {text.length} of {field.maxLength} characters
          </span>
        ) : null}
      </div>
    </div>
  );
}

interface SharedProps {
  readonly id: string;
  readonly "aria-required": boolean;
  readonly autoFocus: boolean;
}

function FieldControl({
  field,
  text,
  shared,
  onChange,
}: {
  field: FormField;
  text: string;
  shared: SharedProps;
  onChange: (value: string | boolean) => void;
}) {
  switch (field.type) {
    case "longtext":
      return (
        <textarea
          {...shared}
          className={`${BUBBLE_STYLE} field-sizing-content max-h-96 min-h-16 resize-y focus:outline-2 focus:outline-kumo-brand aria-invalid:ring-2 aria-invalid:ring-kumo-danger`}
          value={text}
          onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "boolean":
      return (
        <input
          id={shared.id}
          type="checkbox"
          className="size-5 accent-kumo-brand"
          checked={text === "true"}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case "choice":
      return (
        <select
          {...shared}
          className={INPUT_STYLE}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        >
          {field.required ? null : <option value="">—</option>}
          {(field.choices ?? []).map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      );
    case "number":
    case "text":
    case "list":
    case "records":
    case "group":
      return (
        <input
          {...shared}
          className={INPUT_STYLE}
          inputMode={field.type === "number" ? "decimal" : undefined}
          autoComplete="off"
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
