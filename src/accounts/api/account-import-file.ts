/**
 * Parses an import file of another system: CSV with a header, or JSON lines. Reports what is imported and
 * what is skipped. Pure.
 */
import type { TeamField } from "../../approvals/api/account-fields.ts";
import {
  accountOf,
  fieldsOf,
  isReadable,
  wordsOf,
  type ChosenColumns,
  type ColumnField,
} from "./account-columns.ts";
import {
  importLineSchema,
  importRecordSchema,
  type ImportLine,
  type ImportResult,
} from "./account-import.ts";

/** Rows of a CSV by header, and parse errors. */
type ParseCsv = (content: string) => {
  readonly rows: readonly Record<string, string>[];
  readonly problem: string | null;
};

/** The mapping of a column. */
interface ImportColumn {
  readonly header: string;
  /** Null if it is skipped. */
  readonly field: ColumnField | null;
  /** Number of non-empty cells, and of invalid ones. */
  readonly filled: number;
  readonly unread: number;
  readonly example: string;
}

export interface ReadFile {
  readonly lines: readonly ImportLine[];
  readonly problems: readonly ImportResult[];
  /** CSV only: columns in order. */
  readonly columns: readonly ImportColumn[];
  /** JSON lines only: fields that no record kind has. */
  readonly unknown: readonly string[];
}

/**
 * Lines of a file: CSV if the file name says so, else JSON lines. An unreadable line becomes an error in its
 * place. `chosen` overrides the mapping of columns, by header.
 */
export function readImportFile(
  name: string,
  content: string,
  parseCsv: ParseCsv,
  chosen: ChosenColumns = {},
  own: readonly TeamField[] = [],
): ReadFile {
  if (!/\.(?:csv|tsv)$/i.test(name)) return readJsonLines(content);
  const { rows, problem } = parseCsv(content.replace(/^\uFEFF/, ""));
  if (problem !== null) return { lines: [], problems: [refused(1, problem)], columns: [], unknown: [] };
  // Short rows lack some headers.
  const headers = [...new Set(rows.flatMap(Object.keys))].filter((header) => header !== "__parsed_extra");
  const fields = fieldsOf(headers, chosen, own);
  const lines = rows.map((row, index) => ({
    line: index + 2,
    record: { kind: "account", ...accountOf(row, fields, own) },
  }));
  const columns = headers.map((header) => columnOf(header, fields.get(header) ?? null, rows, own));
  return { lines, problems: [], columns, unknown: [] };
}

function columnOf(
  header: string,
  field: ColumnField | null,
  rows: readonly Record<string, string>[],
  own: readonly TeamField[],
): ImportColumn {
  const cells = rows.map((row) => wordsOf(row[header])).filter((words) => words !== "");
  const unread = cells.filter((words) => field !== null && !isReadable(field, words, own));
  return {
    header,
    field,
    filled: cells.length,
    unread: unread.length,
    example: unread[0]?.slice(0, 60) ?? "",
  };
}

function readJsonLines(content: string): ReadFile {
  const lines: ImportLine[] = [];
  const problems: ImportResult[] = [];
  for (const [index, written] of content
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    if (written.trim() === "") continue;
    const read = parsed(written);
    if (read === null)
      problems.push(refused(index + 1, "This line is not a JSON object. Write one record per line."));
    else lines.push({ line: index + 1, record: withKnownNames(read) });
  }
  return { lines, problems, columns: [], unknown: unknownIn(lines) };
}

/** Fields that would be skipped because their record kind lacks them. */
function unknownIn(lines: readonly ImportLine[]): string[] {
  const known = new Map<unknown, object>(
    importRecordSchema.options.map(({ shape }) => [shape.kind.value, shape]),
  );
  const names = lines.flatMap(({ record }) => {
    const shape = known.get(record["kind"]);
    return shape === undefined ? [] : Object.keys(record).filter((field) => !(field in shape));
  });
  return [...new Set(names)];
}

/** Renames an account's fields to ours. */
function withKnownNames(record: ImportLine["record"]): ImportLine["record"] {
  if (record["kind"] !== "account") return record;
  const others = Object.keys(record).filter((name) => name !== "kind");
  const fields = fieldsOf(others, {});
  const first = new Set<string>();
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const field = fields.get(name);
      if (field === undefined || first.has(field)) return [name, value];
      first.add(field);
      return [field, value];
    }),
  );
}

function parsed(written: string): ImportLine["record"] | null {
  try {
    const read = importLineSchema.shape.record.safeParse(JSON.parse(written));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

function refused(at: number, message: string): ImportResult {
  return { line: at, outcome: "refused", account: null, message };
}
