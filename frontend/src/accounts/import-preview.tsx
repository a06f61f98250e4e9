/** Preview before an import: what each column becomes, cells that can't be read, and the first records. */
import {
  ACCOUNT_FIELDS,
  ownNameOf,
  type AccountField,
  type ColumnField,
} from "../../../src/accounts/api/account-columns.ts";
import type { TeamField } from "../../../src/approvals/api/account-fields.ts";
import type { ReadFile } from "../../../src/accounts/api/account-import-file.ts";
import { Choice } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { clipped } from "../components/text-pieces.ts";
import { count } from "../components/words.ts";

const NONE = "-";
const ROWS = 3;
const FIELD_WORDS: Readonly<Record<AccountField, string>> = {
  name: "Name",
  stage: "Stage",
  industry: "Industry",
  location: "Location",
  email: "E-mail",
  phone: "Phone",
  contact: "Contact",
  role: "Role",
  insurance: "Insurance",
  nextSteps: "Next steps",
  notes: "Notes",
};
const OPTIONS: readonly (readonly [ColumnField | typeof NONE, string])[] = [
  [NONE, "Not imported"],
  ...ACCOUNT_FIELDS.map((field) => [field, FIELD_WORDS[field]] as const),
];

export function Understood({
  file: { columns, lines, unknown },
  own,
  onColumn,
}: {
  file: ReadFile;
  own: readonly TeamField[];
  onColumn: (header: string, field: ColumnField | null) => void;
}) {
  const options = [
    ...OPTIONS,
    ...own.map(({ name }): readonly [ColumnField, string] => [`own:${name}`, name]),
  ];
  const unread = columns.filter((column) => column.unread > 0);
  const hasName = columns.length === 0 || columns.some(({ field }) => field === "name");
  return (
    <>
      {columns.length === 0 ? null : (
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
      )}
      {hasName ? null : (
        <Notice tone="warning" title="No name column found">
          Choose the column that becomes the name. Rows without a name are rejected.
        </Notice>
      )}
      {unread.length === 0 && unknown.length === 0 ? null : (
        <Notice tone="warning" title="Not everything can be read">
          <ul className="flex flex-col gap-1 pt-1">
            {unread.map(({ header, field, filled, unread: amount, example }) => (
              <li key={header} className="wrap-anywhere">
                {field === null ? "" : columnWords(field)} (column “{clipped(header, 40)}”):{" "}
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
      )}
      <section aria-label="First records" className="min-w-0">
        <h3 className="pb-1 text-xs font-semibold">Preview of the first records</h3>
        <ul className="flex flex-col gap-1.5 text-sm">
          {lines.slice(0, ROWS).map(({ line, record }) => (
            <li key={line} className="wrap-anywhere">
              {clipped(
                Object.entries(record)
                  .filter(([field]) => field !== "kind")
                  .map(([field, value]) => `${wordOf(field)}: ${clipped(said(value), 80)}`)
                  .join(" · "),
                500,
              ) || "Nothing"}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function columnWords(field: ColumnField): string {
  return ownNameOf(field) ?? wordOf(field);
}

function wordOf(field: string): string {
  return Object.entries(FIELD_WORDS).find(([key]) => key === field)?.[1] ?? field;
}

function said(value: unknown): string {
  return (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/g, " ");
}
