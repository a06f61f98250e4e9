/**
 * Parses an import file of another system: CSV with a header, or JSON lines. Reports what is imported and
 * what is skipped. Pure.
 */
import type { TeamField } from "./account-fields.ts";
import {
  fieldsOf,
  readRows,
  type ChosenColumns,
  type ParseCsv,
  type ReadColumn,
} from "../../platform/api/import-file.ts";
import { accountImportRules, accountOf, type ColumnField } from "./account-columns.ts";
import {
  importLineSchema,
  importRecordSchema,
  type ImportLine,
  type ImportResult,
} from "./account-import.ts";

interface ReadFile {
  readonly lines: readonly ImportLine[];
  readonly problems: readonly ImportResult[];
  /** CSV only: columns in order. */
  readonly columns: readonly ReadColumn<ColumnField>[];
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
  chosen: ChosenColumns<ColumnField> = {},
  own: readonly TeamField[] = [],
): ReadFile {
  if (!/\.(?:csv|tsv)$/i.test(name)) return readJsonLines(content);
  const { rows, columns, problem } = readRows(content, parseCsv, chosen, accountImportRules(own));
  return {
    lines: rows.map(({ line, cells }) => ({ line, record: { kind: "account", ...accountOf(cells, own) } })),
    problems: problem === null ? [] : [refused(1, problem)],
    columns,
    unknown: [],
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
  const fields = fieldsOf(others, {}, accountImportRules([]));
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
