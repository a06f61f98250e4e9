/** Reads CSV files of other systems: which field each column becomes, and which cells can't be read. Pure. */

/** How one kind of record is read from columns. */
export interface ImportRules<Field extends string> {
  /** Header names, lowercase without spaces and punctuation, most reliable first. Earlier fields choose first. */
  readonly names: ReadonlyMap<Field, readonly string[]>;
  /** Separators for fields that combine several columns; for other fields the first non-empty value counts. */
  readonly joined: Readonly<Partial<Record<Field, string>>>;
  /** The field that combines first and last names. */
  readonly person: Field;
  /** Whether a cell is valid for its field. */
  isReadable(field: Field, words: string): boolean;
}

/** Chosen mappings by header; null to skip the column. */
export type ChosenColumns<Field extends string> = Readonly<Record<string, Field | null>>;

/** Rows of a CSV by header, and a parse error. */
export type ParseCsv = (content: string) => {
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly problem: string | null;
};

/** The mapping of a column. */
export interface ReadColumn<Field extends string> {
  readonly header: string;
  /** Null if it is skipped. */
  readonly field: Field | null;
  /** Number of non-empty cells, and of invalid ones. */
  readonly filled: number;
  readonly unread: number;
  readonly example: string;
}

export interface ReadRow<Field extends string> {
  /** Starts at 2, after the header. */
  readonly line: number;
  readonly cells: Readonly<Partial<Record<Field, string>>>;
}

export interface ReadRows<Field extends string> {
  readonly rows: readonly ReadRow<Field>[];
  readonly columns: readonly ReadColumn<Field>[];
  readonly problem: string | null;
}

export function readRows<Field extends string>(
  content: string,
  parseCsv: ParseCsv,
  chosen: ChosenColumns<Field>,
  rules: ImportRules<Field>,
): ReadRows<Field> {
  const { rows, problem } = parseCsv(content.replace(/^\uFEFF/, ""));
  if (problem !== null) return { rows: [], columns: [], problem };
  // Short rows lack some headers.
  const headers = [...new Set(rows.flatMap(Object.keys))].filter((header) => header !== "__parsed_extra");
  const fields = fieldsOf(headers, chosen, rules);
  return {
    rows: rows.map((row, index) => ({ line: index + 2, cells: cellsOf(row, fields, rules) })),
    columns: headers.map((header) => columnOf(header, fields.get(header) ?? null, rows, rules)),
    problem: null,
  };
}

function columnOf<Field extends string>(
  header: string,
  field: Field | null,
  rows: readonly Readonly<Record<string, string>>[],
  rules: ImportRules<Field>,
): ReadColumn<Field> {
  const cells = rows.map((row) => wordsOf(row[header])).filter((words) => words !== "");
  const unread = cells.filter((words) => field !== null && !rules.isReadable(field, words));
  const example = unread[0]?.slice(0, 60) ?? "";
  return { header, field, filled: cells.length, unread: unread.length, example };
}

/** Names of columns that hold a part of a person's name, in their order. */
const PARTS_OF_NAME = ["firstname", "givenname", "middlename", "lastname", "surname", "familyname"];

export function plainName(header: string): string {
  return header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** How well a header matches a field, ignoring what other systems add around the name ("Billing City", "E-mail 1 - Value"); -1 if it does not match. */
function rankOf(header: string, names: readonly string[]): number {
  const name = plainName(header);
  const bare = name.replace(/\d?(?:value|formatted)$|\d$/, "").replace(AROUND, "");
  return [name, bare].map((one) => names.indexOf(one)).find((rank) => rank >= 0) ?? -1;
}
const AROUND = /^(?:billing|bill|mailing|business|work|office|physical|primary|main)(?=.)/;

/** The mapping of each column, by header. If a field takes only one column, the most reliable name wins. */
export function fieldsOf<Field extends string>(
  headers: readonly string[],
  chosen: ChosenColumns<Field>,
  { names, joined, person }: ImportRules<Field>,
): ReadonlyMap<string, Field> {
  const found = new Map<string, Field>();
  for (const header of headers) {
    const field = chosen[header];
    if (field !== undefined && field !== null) found.set(header, field);
  }
  for (const [field, known] of names) {
    if (joined[field] === undefined && [...found.values()].includes(field)) continue;
    const fitting = headers
      .filter((header) => !Object.hasOwn(chosen, header) && !found.has(header))
      // The CSV reader numbers repeated headers.
      .map((header) => ({ header, rank: rankOf(header.replace(/_\d+$/, ""), known) }))
      .filter(({ rank }) => rank >= 0)
      .toSorted((one, other) => one.rank - other.rank);
    const [first] = fitting;
    if (first === undefined) continue;
    // First and last name are combined, unless one column has both.
    const isInParts = field === person && PARTS_OF_NAME.includes(plainName(first.header));
    const taken = joined[field] !== undefined || isInParts ? fitting : [first];
    for (const { header } of taken) found.set(header, field);
  }
  return found;
}

/** A cell's text; some systems write a word for an empty value. */
function wordsOf(cell: string | undefined): string {
  const words = (cell ?? "").trim();
  return /^(?:null|undefined|n\/a|-|—)$/i.test(words) ? "" : words;
}

/** Columns in file order, except that first names precede last names. */
function cellsOf<Field extends string>(
  row: Readonly<Record<string, string>>,
  fields: ReadonlyMap<string, Field>,
  { joined, person }: ImportRules<Field>,
): Partial<Record<Field, string>> {
  const cells: Partial<Record<Field, string>> = {};
  const rank = (header: string): number =>
    fields.get(header) === person ? PARTS_OF_NAME.indexOf(plainName(header)) : -1;
  for (const header of Object.keys(row).toSorted((one, other) => rank(one) - rank(other))) {
    const field = fields.get(header);
    const words = unescaped(wordsOf(row[header]));
    if (field === undefined || words === "") continue;
    const before = cells[field];
    const glue = joined[field] ?? (field === person ? " " : undefined);
    if (before === undefined) cells[field] = words;
    else if (glue !== undefined) cells[field] = `${before}${glue}${words}`;
  }
  return cells;
}

/** Decodes escaped line breaks, but not in file paths. */
function unescaped(words: string): string {
  return /\b[a-z]:\\|^\\\\/i.test(words) ? words : words.replace(/\\r\\n|\\n/g, "\n");
}
