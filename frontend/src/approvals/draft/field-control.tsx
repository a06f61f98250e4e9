/** The input for one value. */
import type { FormField } from "../../../../src/approvals/api/approval.ts";
import { BUBBLE_STYLE } from "./effect-blocks.tsx";

const INPUT_STYLE =
  "w-full rounded-lg bg-kumo-control px-3 py-2 text-base ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand aria-invalid:ring-2 aria-invalid:ring-kumo-danger";

/** The control's hint beside its value. */
interface SharedProps {
  readonly id: string;
  readonly autoFocus: boolean;
  readonly "aria-required": boolean;
  readonly "aria-invalid": boolean;
  readonly "aria-label"?: string;
  readonly "aria-describedby"?: string | undefined;
}

export function FieldControl({
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
          {...shared}
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
          {field.required && text !== "" ? null : <option value="">—</option>}
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
