/** The fields of an edit: those most people change first, the others behind "More fields"; lists and optional groups item by item. */
import { useState } from "react";
import type { FormField } from "../../../../src/approvals/api/approval.ts";
import { textOf, valueAt, withValueAt } from "./edits.ts";
import { typed, type FieldContext } from "./field-context.ts";
import { FieldInput } from "./field-input.tsx";
import { GroupInput, ListInput, RecordsInput, type DrawField } from "./list-input.tsx";

/** Ids of records say nothing to a person: they can be changed, further down. */
const RECORD_ID = /(?:_id|Id)$/;

export function Fields({ form, ...context }: FieldContext & { form: readonly FormField[] }) {
  const { args, issues } = context;
  // Which fields stand open is decided once: a field must not vanish under the cursor because it was emptied.
  const [[first, later]] = useState(() => {
    const open = (field: FormField): boolean =>
      field.required || (textOf(valueAt(args, field.path)) !== "" && !RECORD_ID.test(field.path));
    // The words stand first, where the card showed them: that is what is edited nearly always.
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
