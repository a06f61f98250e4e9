/** The fields of an edit: those most people change first, the others behind "More fields"; lists and optional groups item by item. */
import { useState, useId } from "react";
import type { FormField } from "../../../../src/approvals/api/approval.ts";
import { textOf, valueAt, withValueAt, type Arguments } from "./edits.ts";
import { typed, type FieldContext } from "./field-context.ts";
import { GroupInput, ListInput, RecordsInput, type DrawField } from "./list-input.tsx";
import { FieldControl } from "./field-control.tsx";

/** Ids of records say nothing to a person: they can be changed, further down. */
const RECORD_ID = /(?:_id|Id)$/;

export function Fields({ form, ...context }: FieldContext & { form: readonly FormField[] }) {
  const { args, issues } = context;
  // Which fields are expanded is decided once: a field must not disappear while it is being cleared.
  const [[first, later]] = useState(() => {
    const open = (field: FormField): boolean =>
      field.required || (textOf(valueAt(args, field.path)) !== "" && !RECORD_ID.test(field.path));
    // The message comes first, as on the card: it is nearly always what gets edited.
    const words = form.filter((field) => field.type === "longtext");
    const rest = form.filter((field) => field.type !== "longtext");
    return [[...words, ...rest.filter(open)], rest.filter((field) => !open(field))] as const;
  });
  const isMarked = (field: FormField): boolean =>
    Object.keys(issues).some((path) => path === field.path || path.startsWith(`${field.path}/`));
  return (
    <div className="flex flex-col gap-3">
      {first.map((field) => (
        <AnyField key={field.path} field={field} focus={field === first[0]} {...context} />
      ))}
      {later.length > 0 ? (
        <details open={later.some(isMarked)}>
          <summary className="touch inline-flex items-center text-sm link">More fields</summary>
          <div className="mt-3 flex flex-col gap-3">
            {later.map((field) => (
              <AnyField key={field.path} field={field} focus={false} {...context} />
            ))}
          </div>
        </details>
      ) : null}
    </div>
  );
}

/** A field by its type. A field of a list's item is given with its pointer from the root. */
export function AnyField(props: FieldContext & { field: FormField; focus: boolean }) {
  const { field, focus, args, proposed, issues, onChange } = props;
  const draw: DrawField = (inner, isFirst) => (
    <AnyField key={inner.path} {...props} field={inner} focus={isFirst} />
  );
  switch (field.type) {
    case "list":
      return <ListInput {...props} />;
    case "records":
      return <RecordsInput {...props} draw={draw} />;
    case "group":
      return <GroupInput {...props} draw={draw} />;
    case "text":
    case "longtext":
    case "number":
    case "boolean":
    case "choice":
      return (
        <FieldInput
          field={field}
          value={valueAt(args, field.path)}
          before={valueAt(proposed, field.path)}
          issue={issues[field.path]}
          focus={focus}
          onChange={(value) => onChange(withValueAt(args, field.path, typed(field, value)))}
        />
      );
  }
}

/** One field of an edit: its label, its control, its error. */
function FieldInput({
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
