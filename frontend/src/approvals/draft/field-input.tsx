/** One field of an edit: its label, its control, what is wrong with it. */
import { useId } from "react";
import type { FormField } from "../../../../src/approvals/api/approval.ts";
import { textOf, type Arguments } from "./edits.ts";
import { FieldControl } from "./field-control.tsx";

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
