/** Values of the team's own fields: shown in words, and typed in boxes of their kind. */
import {
  detailOf,
  readDetail,
  readValueOf,
  withDetail,
  type Detail,
} from "../../../src/accounts/api/account-details.ts";
import type { FieldKind, TeamField } from "../../../src/accounts/api/account-fields.ts";
import { TextBox } from "../components/form.tsx";
import { dateWords } from "../projects/task-words.ts";

/** Typed values by field name; a field that isn't in it is unchanged. */
export type TypedDetails = Readonly<Record<string, string>>;

const MONEY = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** `$18,400`, `Mar 1, 2027`; a value that doesn't fit its kind is shown as it is. */
export function detailWords(kind: FieldKind, value: string): string {
  const read = readValueOf(kind, value);
  if (read === null || read === "") return value;
  if (kind === "date") return dateWords(read);
  if (kind === "money") return moneyWords(Number(read));
  return kind === "number" ? Number(read).toLocaleString("en-US") : value;
}

export function moneyWords(amount: number): string {
  return MONEY.format(amount).replace(/\.00$/, "");
}

/** The team's fields that have a value, in order, followed by any other values of the account. */
export function shownDetails(fields: readonly TeamField[], details: readonly string[]): readonly Detail[] {
  const known = new Set(fields.map(({ name }) => name.toLowerCase()));
  const own = fields.flatMap(({ name, kind }) => {
    const value = detailOf(details, name);
    return value === "" ? [] : [{ name, value: detailWords(kind, value) }];
  });
  const others = details.flatMap((line) => readDetail(line) ?? []);
  return [...own, ...others.filter(({ name }) => !known.has(name.toLowerCase()))];
}

/** What is wrong with a typed value; null if nothing is. */
function lackOf(kind: FieldKind, typed: string): string | null {
  if (readValueOf(kind, typed) !== null) return null;
  return kind === "date" ? "Write a date such as 3/1/2027." : "Write an amount such as 18,400.";
}

export function areReadable(fields: readonly TeamField[], typed: TypedDetails): boolean {
  return fields.every(({ name, kind }) => lackOf(kind, typed[name] ?? "") === null);
}

/** The change that the typed values make; nothing if they change nothing. */
export function wantedDetails(
  fields: readonly TeamField[],
  before: readonly string[],
  typed: TypedDetails,
): { readonly details?: string[] } {
  const next = fields.reduce<readonly string[]>((lines, { name, kind }) => {
    const value = typed[name];
    return value === undefined ? lines : withDetail(lines, name, readValueOf(kind, value) ?? value);
  }, before);
  const isSame = next.length === before.length && next.every((line, at) => line === before[at]);
  return isSame ? {} : { details: [...next] };
}

const PLACEHOLDERS: Readonly<Record<FieldKind, string>> = {
  text: "",
  money: "$18,400",
  number: "12",
  date: "3/1/2027",
  person: "A colleague’s name",
};

/** A box for each of the team's fields. */
export function DetailFields({
  fields,
  details,
  typed,
  onChange,
}: {
  fields: readonly TeamField[];
  details: readonly string[];
  typed: TypedDetails;
  onChange: (typed: TypedDetails) => void;
}) {
  if (fields.length === 0) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map(({ name, kind }) => {
        const before = detailWords(kind, detailOf(details, name));
        const value = typed[name] ?? before;
        const lack = lackOf(kind, value);
        return (
          <TextBox
            key={name}
            label={name}
            value={value}
            placeholder={PLACEHOLDERS[kind]}
            maxLength={300}
            autoComplete="off"
            inputMode={kind === "money" || kind === "number" ? "decimal" : "text"}
            {...(lack === null ? {} : { error: lack })}
            onChange={(now) => onChange({ ...typed, [name]: now })}
            className="w-full"
          />
        );
      })}
    </div>
  );
}
