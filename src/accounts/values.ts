/**
 * How a field's value is written in a bullet of the history, and read back. What reads back as something else is written as JSON, so that replaying a
 * history gives its state to the letter. Pure.
 */
import { AppError } from "../kernel/errors.ts";
import { accountStateSchema, type AccountField, type AccountState } from "./api/accounts.ts";

const NOTHING = "(none)";
const ARROW = " → ";

/** A value as it stands in a bullet, on one line. */
export function writeValue(value: AccountState[AccountField]): string {
  if (value.length === 0) return NOTHING;
  if (typeof value === "string") return isPlain(value) ? value : asJson(value);
  const isListable = value.every((item) => typeof item === "string" && isPlain(item) && !item.includes(", "));
  return isListable && value.length > 0 ? (value as string[]).join(", ") : asJson(value);
}

/** The value of a field as `writeValue` wrote it. Throws `invalid_request` for what it never writes. */
export function readValue<Field extends AccountField>(field: Field, written: string): AccountState[Field] {
  const schema = accountStateSchema.shape[field];
  const isList = Array.isArray(schema.safeParse(undefined).data);
  const raw =
    written === NOTHING
      ? isList
        ? []
        : ""
      : /^["[]/.test(written)
        ? json(written)
        : isList
          ? written.split(", ")
          : written;
  const read = field === "name" && raw === "" ? { success: true as const, data: "" } : schema.safeParse(raw);
  if (!read.success) throw unreadable(written);
  return read.data as AccountState[Field];
}

/** A change as a bullet says it: `Quoted → Bound`. */
export function writeChange(old: AccountState[AccountField], next: AccountState[AccountField]): string {
  return `${writeValue(old)}${ARROW}${writeValue(next)}`;
}

/** The two sides of a written change. Throws `invalid_request`. */
export function splitChange(written: string): readonly [old: string, next: string] {
  const at = written.indexOf(ARROW);
  if (at < 0) throw unreadable(written);
  return [written.slice(0, at), written.slice(at + ARROW.length)];
}

/** Whether words read back as themselves: on one line, without an arrow, and not like a list, JSON or nothing. */
function isPlain(words: string): boolean {
  return words === words.trim() && !/^["[]|[\n\r\u2028\u2029→]/.test(words) && words !== NOTHING;
}

/** JSON on one line that holds no arrow of its own. */
function asJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[→\u2028\u2029]/g,
    (one) => `\\u${one.codePointAt(0)?.toString(16).padStart(4, "0") ?? ""}`,
  );
}

function json(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    throw unreadable(written);
  }
}

function unreadable(written: string): AppError {
  return new AppError("invalid_request", `“${written.slice(0, 80)}” is no value a history holds.`);
}
