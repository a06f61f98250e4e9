/** Text rendered as it will look at its destination: a sheet's rows as a table, a document's Markdown as the document. */
import { Suspense } from "react";
import { rowsOfText } from "../../../../src/integrations/api/sheet-rows.ts";
import { BUBBLE_STYLE, Preview } from "./effect-blocks.tsx";
import type { Leaf } from "./effect-layout.ts";
import { Shown } from "./shown.tsx";
import { Markdown } from "../../components/lazy-markdown.ts";

const FRAME = "overflow-auto rounded-xl border border-kumo-line bg-kumo-recessed";

/** Rows below the names of their columns; what changes them is pressed elsewhere too. */
export function RowsTable({ label, rows, head }: { label: string; rows: Leaf; head: Leaf | null }) {
  const cells = rowsOf(rows);
  const [names = []] = head === null ? [] : rowsOf(head);
  const width = Math.max(names.length, ...cells.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) => at);
  return (
    <div tabIndex={0} role="group" aria-label={label} className={`max-h-96 ${FRAME}`}>
      <table className="w-full border-collapse text-left text-sm">
        {names.length === 0 ? null : (
          <thead>
            <tr>
              {columns.map((at) => (
                <th
                  key={at}
                  scope="col"
                  className="border-b border-kumo-line px-3 py-1.5 font-medium whitespace-nowrap text-kumo-subtle"
                >
                  {names[at] === undefined ? null : <Shown leaf={names[at]} />}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {cells.map((row, index) => (
            <tr key={index} className="border-b border-kumo-hairline align-top last:border-b-0">
              {columns.map((at) => (
                <td key={at} className="min-w-16 px-3 py-1.5 wrap-anywhere">
                  {row[at] === undefined ? null : <Shown leaf={row[at]} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Cells as the server prepared them for showing. */
function rowsOf(leaf: Leaf): Leaf[][] {
  const isPlain = leaf.value === leaf.shown;
  return rowsOfText(leaf.shown).map((row) =>
    row.map((shown) => ({ ...leaf, shown, value: isPlain ? shown : null })),
  );
}

/** A document as it will look, and its very bytes below. */
export function Rendered({ leaf }: { leaf: Leaf }) {
  return (
    <div className="flex flex-col gap-1">
      <div
        tabIndex={0}
        role="group"
        aria-label={leaf.label}
        className={`max-h-128 px-4 py-3 whitespace-normal ${FRAME}`}
      >
        <Suspense fallback={<p className={BUBBLE_STYLE}>{leaf.shown}</p>}>
          <Markdown text={leaf.shown} />
        </Suspense>
      </div>
      <Preview leaf={leaf} label="As written, in Markdown" />
    </div>
  );
}
