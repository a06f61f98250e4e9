/** Shared by the fields of an edit. Pure. */
import type { FormField } from "../../../../src/approvals/api/approval.ts";
import type { Arguments } from "./edits.ts";

/** Shared props of the fields; pointers start at the arguments' root. */
export interface FieldContext {
  readonly args: Arguments;
  readonly proposed: Arguments;
  readonly issues: Readonly<Record<string, string>>;
  readonly onChange: (args: Arguments) => void;
}

/** The typed text as the tool's value; an optional field left empty is omitted. */
export function typed(field: FormField, value: string | boolean): Arguments[string] | undefined {
  if (typeof value === "boolean") return value;
  if (value === "" && !field.required) return undefined;
  if (field.type === "number" && value.trim() !== "" && Number.isFinite(Number(value))) return Number(value);
  return value;
}
