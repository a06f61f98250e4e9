/** The second step of an import: what each column becomes, which cells can't be read, and the first records. */
import type { ReadColumn } from "../../../../src/platform/api/import-file.ts";
import { Choice } from "../form.tsx";
import { Notice } from "../notice.tsx";
import { clipped } from "../text-pieces.ts";
import { count } from "../words.ts";

const NONE = "-";
export const FIRST_RECORDS = 3;

export function Columns<Field extends string>({
  columns,
  fields,
  onColumn,
}: {
  columns: readonly ReadColumn<Field>[];
  /** Fields that a column can become, in words. */
  fields: readonly (readonly [Field, string])[];
  onColumn: (header: string, field: Field | null) => void;
}) {
  if (columns.length === 0) return null;
  const options: readonly (readonly [Field | typeof NONE, string])[] = [[NONE, "Not imported"], ...fields];
  return (
    <section aria-label="Columns" className="min-w-0">
      <h3 className="pb-1 text-xs font-semibold">Columns</h3>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {columns.map(({ header, field, filled }) => (
          <div key={header} className="flex items-center justify-between gap-2 text-sm">
            <span className="min-w-0 wrap-anywhere">
              {clipped(header || "No name", 40)}{" "}
              <span className="text-xs text-kumo-subtle">{count(filled, "cell")}</span>
            </span>
            <Choice
              label={`What ${clipped(header || "the column without a name", 40)} becomes`}
              value={field ?? NONE}
              options={options}
              onChange={(chosen) => onColumn(header, chosen === NONE ? null : chosen)}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

/** Counts the cells that can't be read, and names what is left out. */
export function Unread<Field extends string>({
  columns,
  fields,
  unknown = [],
}: {
  columns: readonly ReadColumn<Field>[];
  fields: readonly (readonly [Field, string])[];
  /** Fields that no record has. */
  unknown?: readonly string[];
}) {
  const unread = columns.filter((column) => column.unread > 0);
  if (unread.length === 0 && unknown.length === 0) return null;
  return (
    <Notice tone="warning" title="Not everything can be read">
      <ul className="flex flex-col gap-1 pt-1">
        {unread.map(({ header, field, filled, unread: amount, example }) => (
          <li key={header} className="wrap-anywhere">
            {fields.find(([one]) => one === field)?.[1]} (column “{clipped(header, 40)}”):{" "}
            {amount.toLocaleString("en-US")} of {count(filled, "cell")} can’t be read, such as “
            {clipped(example, 60)}”.
          </li>
        ))}
        {unknown.length === 0 ? null : (
          <li className="wrap-anywhere">
            Fields that won’t be imported:{" "}
            {clipped(unknown.map((field) => clipped(field, 40)).join(", "), 600)}.
          </li>
        )}
      </ul>
    </Notice>
  );
}

/** The first records (`FIRST_RECORDS`) as they will be. */
export function FirstRecords({
  records,
}: {
  records: readonly (readonly (readonly [label: string, value: string])[])[];
}) {
  return (
    <section aria-label="First records" className="min-w-0">
      <h3 className="pb-1 text-xs font-semibold">Preview of the first records</h3>
      <ul className="flex flex-col gap-1.5 text-sm">
        {records.map((record, index) => (
          <li key={index} className="wrap-anywhere">
            {clipped(
              record
                .map(([label, value]) => `${label}: ${clipped(value.replace(/\s+/g, " "), 80)}`)
                .join(" · "),
              500,
            ) || "Nothing"}
          </li>
        ))}
      </ul>
    </section>
  );
}
