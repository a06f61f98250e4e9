/** The records of a file from another system: CSV with a header, or JSON lines; what of it is read, and what of it is left out. Pure. */
import {
  accountOf,
  fieldsOf,
  isReadable,
  wordsOf,
  type AccountField,
  type ChosenColumns,
} from "./account-columns.ts";
import {
  importLineSchema,
  importRecordSchema,
  type ImportLine,
  type ImportResult,
} from "./account-import.ts";

/** Rows of a CSV by the words of its header, and what is wrong with it. */
type ParseCsv = (content: string) => {
  readonly rows: readonly Record<string, string>[];
  readonly problem: string | null;
};

/** What becomes of a column of a file. */
interface ImportColumn {
  readonly header: string;
  /** What it becomes; null where it becomes nothing. */
  readonly field: AccountField | null;
  /** Cells that say something, and those that can't be what they should. */
  readonly filled: number;
  readonly unread: number;
  readonly example: string;
}

export interface ReadFile {
  readonly lines: readonly ImportLine[];
  readonly problems: readonly ImportResult[];
  /** Of a CSV: its columns in their order. */
  readonly columns: readonly ImportColumn[];
  /** Of JSON lines: fields that none of their kind has. */
  readonly unknown: readonly string[];
}

/**
 * The lines of a file: CSV where its name ends so, else JSON lines. A line that can't be read is an error of its own, in the order of the file. `chosen` says by
 * header what a column becomes where somebody chose it.
 */
export function readImportFile(
  name: string,
  content: string,
  parseCsv: ParseCsv,
  chosen: ChosenColumns = {},
): ReadFile {
  if (!/\.(?:csv|tsv)$/i.test(name)) return readJsonLines(content);
  const { rows, problem } = parseCsv(content.replace(/^\uFEFF/, ""));
  if (problem !== null) return { lines: [], problems: [refused(1, problem)], columns: [], unknown: [] };
  // A short row has not all of them.
  const headers = [...new Set(rows.flatMap(Object.keys))].filter((header) => header !== "__parsed_extra");
  const fields = fieldsOf(headers, chosen);
  const lines = rows.map((row, index) => ({
    line: index + 2,
    record: { kind: "account", ...accountOf(row, fields) },
  }));
  const columns = headers.map((header) => columnOf(header, fields.get(header) ?? null, rows));
  return { lines, problems: [], columns, unknown: [] };
}

function columnOf(
  header: string,
  field: AccountField | null,
  rows: readonly Record<string, string>[],
): ImportColumn {
  const cells = rows.map((row) => wordsOf(row[header])).filter((words) => words !== "");
  const unread = cells.filter((words) => field !== null && !isReadable(field, words));
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
      problems.push(refused(index + 1, "This line is no JSON object. Write one record a line."));
    else lines.push({ line: index + 1, record: withKnownNames(read) });
  }
  return { lines, problems, columns: [], unknown: unknownIn(lines) };
}

/** Fields that would be left out: those that a record of its kind has none of. */
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

/** An account's fields by the names they have here. */
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
