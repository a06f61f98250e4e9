/** What fields of an edit share. Pure. */
import type { FormField } from "../../../../src/approvals/api/approval.ts";
import type { Arguments } from "./edits.ts";

/** What every field is drawn with; pointers lead from the arguments' root. */
export interface FieldContext {
  readonly args: Arguments;
  readonly proposed: Arguments;
  readonly issues: Readonly<Record<string, string>>;
  readonly onChange: (args: Arguments) => void;
}

/** What was typed as the value the tool takes; an optional field that was emptied is left out. */
export function typed(field: FormField, value: string | boolean): Arguments[string] | undefined {
  if (typeof value === "boolean") return value;
  if (value === "" && !field.required) return undefined;
  if (field.type === "number" && value.trim() !== "" && Number.isFinite(Number(value))) return Number(value);
  return value;
}
