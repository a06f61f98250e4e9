/**
 * Writes a field's value in a history bullet, and parses it back. Values that would not parse back
 * identically are written as JSON, so that replaying a history yields exactly its state. Pure.
 */
import { AppError } from "../kernel/errors.ts";
import { accountStateSchema, type AccountField, type AccountState } from "./api/accounts.ts";

const NOTHING = "(none)";
const ARROW = " → ";

/** A value on one line. */
export function writeValue(value: AccountState[AccountField]): string {
  if (value.length === 0) return NOTHING;
  if (typeof value === "string") return isPlain(value) ? value : asJson(value);
  const isListable = value.every((item) => typeof item === "string" && isPlain(item) && !item.includes(", "));
  return isListable && value.length > 0 ? (value as string[]).join(", ") : asJson(value);
}

/** Parses what `writeValue` wrote. Throws `invalid_request` for anything else. */
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

/** A change as written in a bullet: `Quoted → Bound`. */
export function writeChange(old: AccountState[AccountField], next: AccountState[AccountField]): string {
  return `${writeValue(old)}${ARROW}${writeValue(next)}`;
}

/** The two sides of a written change. Throws `invalid_request`. */
export function splitChange(written: string): readonly [old: string, next: string] {
  const at = written.indexOf(ARROW);
  if (at < 0) throw unreadable(written);
  return [written.slice(0, at), written.slice(at + ARROW.length)];
}

/** Whether text parses back as itself: one line, no arrow, and not like a list, JSON or an empty value. */
function isPlain(words: string): boolean {
  return words === words.trim() && !/^["[]|[\n\r\u2028\u2029→]/.test(words) && words !== NOTHING;
}

/** JSON on one line, with arrows escaped. */
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
  return new AppError("invalid_request", `“${written.slice(0, 80)}” is not a valid history value.`);
}
