/** Rows of a file as tasks: which column says what, what each cell means, and what of it could not be read. Pure. */
import { IMPORT_LIMITS, type ForeignTask } from "../../../src/projects/api/project-imports.ts";
import { PROJECT_LIMITS } from "../../../src/projects/api/projects.ts";
import { dayOf, orderOf, type DayOrder } from "./csv-days.ts";

/** What a column can mean. */
export const CSV_PARTS = [
  "title",
  "description",
  "status",
  "completed",
  "priority",
  "people",
  "dueDate",
  "startDate",
  "hours",
  "tags",
  "key",
  "parent",
] as const;
export type CsvPart = (typeof CSV_PARTS)[number];
/** The column index of each part. */
export type CsvColumns = Readonly<Partial<Record<CsvPart, number>>>;

export interface CsvFile {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface CsvReading {
  /** A row without a title is skipped. */
  readonly tasks: readonly ForeignTask[];
  /** Cells that say something by their part, and how many of them could not be read or were cut. */
  readonly cells: readonly {
    readonly part: CsvPart;
    readonly header: string;
    readonly filled: number;
    readonly unread: number;
    readonly example: string;
  }[];
  /** Columns with words in them that become nothing. */
  readonly ignored: readonly string[];
  readonly untitled: number;
  /** Whether dates are ambiguous: the first number could be the day or the month. */
  readonly isOrderOpen: boolean;
}

/** Headers as ClickUp, Jira, Asana, Trello, Monday, Smartsheet and spreadsheets write them, the surer ones first. */
const HEADERS: Readonly<Record<CsvPart, readonly RegExp[]>> = {
  title: [
    /^(?:(?:task|card|issue|item)[ _]?)?(?:name|title)$|^summary$|^task$|^subject$|^what$/i,
    /^content$/i,
  ],
  description: [/^(?:task[ _]?content|(?:card[ _]?|task[ _]?)?description|notes?|details|text|body)$/i],
  status: [
    /^(?:task[ _]?)?(?:status|state)$/i,
    /^(?:list[ _]?name|section(?:\/column)?|column|stage|list|bucket(?:[ _]?name)?)$/i,
  ],
  completed: [
    /^(?:completed|done|closed|finished|resolved)(?:[ _]?(?:at|on|date))$/i,
    /^(?:date[ _]?(?:done|closed|completed)|completion[ _]?date|is[ _]?completed|(?:due[ _]?)?complete|completed|done|resolved|closed)$/i,
  ],
  priority: [/^priority$/i],
  people: [/^(?:assignees?|assigned[ _]?to|owner|person|people|members?|responsible|who)$/i],
  dueDate: [
    /^due[ _]?date[ _]?text$/i,
    /^(?:due(?:[ _]?(?:date|on|by))?|deadline|end(?:[ _]?date)?|finish(?:[ _]?date)?)$/i,
    /^(?:timeline|period)[ _]?-?[ _]?end$|^date$/i,
  ],
  startDate: [
    /^start[ _]?date[ _]?text$/i,
    /^(?:start(?:[ _]?(?:date|on))?|begin(?:[ _]?date)?|(?:timeline|period)[ _]?-?[ _]?start)$/i,
  ],
  hours: [
    /^time[ _]?estimated?[ _]?text$/i,
    /^(?:(?:time|original)[ _]?)?estimate(?:d)?(?:[ _]?(?:hours|time))?$|^hours$|^effort$/i,
  ],
  tags: [/^(?:tags?|labels?)$/i],
  key: [/^(?:(?:task|card|issue)[ _]?)?key$/i, /^(?:(?:task|card|issue)[ _]?)?(?:id|number)$/i],
  parent: [/^parent[ _]?key$/i, /^parent(?:[ _]?(?:task|id|issue|name))?$/i],
};
/** Other columns by which a row can be meant. */
const ALIAS = /^(?:(?:task|card|issue)[ _]?)?(?:custom[ _]?)?(?:id|key|number)$/i;

/** The columns by their headers; what none fits is left out. */
export function guessColumns(headers: readonly string[]): CsvColumns {
  const found = CSV_PARTS.map((part) => {
    const at = HEADERS[part]
      .map((pattern) => headers.findIndex((header) => pattern.test(header.trim())))
      .find((place) => place >= 0);
    return [part, at ?? -1] as const;
  });
  return Object.fromEntries(found.filter(([, at]) => at >= 0));
}

/** What other tools write for an empty value. */
const NOTHING = /^(?:null|undefined|n\/a|\[\]|\{\}|-|—)$/i;

interface Options {
  /** Day or month first, if the person chose. */
  readonly order?: DayOrder | undefined;
  /** In which moments become days. */
  readonly timeZone?: string | undefined;
}

/** Reads the rows below the headers. */
export function readTasks(file: CsvFile, columns: CsvColumns, options: Options = {}): CsvReading {
  const cells = new Cells(file, columns);
  const days = file.rows.flatMap((row) => [cells.of(row, "dueDate"), cells.of(row, "startDate")]);
  const known = orderOf(days);
  const order = known ?? options.order ?? "month";
  const titled = file.rows.filter((row) => cells.of(row, "title") !== "");
  const keys = keysOf(titled, cells);
  const tasks = titled.map((row, at) => taskOf(row, { at, keys, cells, order, timeZone: options.timeZone }));
  return {
    tasks,
    cells: cells.read(),
    ignored: cells.ignored(),
    untitled: file.rows.length - titled.length,
    isOrderOpen: known === null,
  };
}

/** The cells of a file, and which of them were not understood. */
class Cells {
  readonly #file: CsvFile;
  readonly #columns: CsvColumns;
  readonly #unread = new Map<CsvPart, { count: number; example: string }>();

  constructor(file: CsvFile, columns: CsvColumns) {
    this.#file = file;
    this.#columns = columns;
  }

  /** The row's value; of repeated columns, the first non-empty one. */
  of(row: readonly string[], part: CsvPart): string {
    return this.all(row, part)[0] ?? "";
  }

  /** All of a row's values in columns of one name: Jira has a column for each label. */
  all(row: readonly string[], part: CsvPart): string[] {
    return this.#placesOf(part)
      .map((at) => this.#words(row, at))
      .filter((words) => words !== "");
  }

  /** The row's values in columns whose header matches. */
  like(row: readonly string[], pattern: RegExp): string[] {
    return this.#file.headers.flatMap((header, at) => {
      const words = pattern.test(header.trim()) ? this.#words(row, at) : "";
      return words === "" ? [] : [words];
    });
  }

  /** Remembers a cell that could not be read. */
  missed(part: CsvPart, words: string): void {
    const before = this.#unread.get(part);
    this.#unread.set(part, {
      count: (before?.count ?? 0) + 1,
      example: before?.example ?? words.slice(0, 60),
    });
  }

  header(part: CsvPart): string {
    return this.#file.headers[this.#columns[part] ?? -1]?.trim() ?? "";
  }

  read(): CsvReading["cells"] {
    return CSV_PARTS.filter((part) => this.#columns[part] !== undefined).map((part) => ({
      part,
      header: this.header(part),
      filled: this.#file.rows.filter((row) => this.of(row, part) !== "").length,
      unread: this.#unread.get(part)?.count ?? 0,
      example: this.#unread.get(part)?.example ?? "",
    }));
  }

  ignored(): string[] {
    const used = new Set(CSV_PARTS.flatMap((part) => this.#placesOf(part)));
    const names = this.#file.headers.flatMap((header, at) => {
      const isSilent =
        used.has(at) ||
        this.#isUsedElsewhere(header) ||
        this.#file.rows.every((row) => this.#words(row, at) === "");
      return isSilent ? [] : [header.trim() || `Column ${at + 1}`];
    });
    return [...new Set(names)];
  }

  /** Parents are looked for by every column that names one. */
  #isUsedElsewhere(header: string): boolean {
    const isParent =
      this.#columns.parent !== undefined && HEADERS.parent.some((one) => one.test(header.trim()));
    return isParent || ALIAS.test(header.trim());
  }

  #placesOf(part: CsvPart): readonly number[] {
    const at = this.#columns[part];
    if (at === undefined) return [];
    const name = this.#file.headers[at]?.trim().toLowerCase() ?? "";
    const same = this.#file.headers.flatMap((header, place) =>
      place === at || (name !== "" && header.trim().toLowerCase() === name) ? [place] : [],
    );
    return same;
  }

  #words(row: readonly string[], at: number): string {
    const words = (row[at] ?? "").trim();
    return NOTHING.test(words) ? "" : words;
  }
}

interface Keys {
  /** Each task's own key, by its place. */
  readonly own: readonly string[];
  /** The key of the only task with an id, key or title; null if there are several. */
  readonly byWords: ReadonlyMap<string, string | null>;
}

function keysOf(rows: CsvFile["rows"], cells: Cells): Keys {
  const seen = new Map<string, number>();
  const own = rows.map((row) => {
    const name = (cells.of(row, "key") || cells.of(row, "title").replace(/\s+/g, " ")).slice(0, 150);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return nth === 1 ? name : `${name} (${nth})`;
  });
  const byId = new Map<string, string | null>();
  const byTitle = new Map<string, string | null>();
  const put = (map: Map<string, string | null>, words: string, key: string): void => {
    const known = map.get(words.toLowerCase());
    map.set(words.toLowerCase(), known === undefined || known === key ? key : null);
  };
  for (const [at, row] of rows.entries()) {
    const key = own[at] ?? "";
    for (const words of [cells.of(row, "key"), ...cells.like(row, ALIAS)])
      if (words !== "") put(byId, words, key);
    put(byTitle, cells.of(row, "title"), key);
  }
  // An id is surer than a title that reads the same.
  return { own, byWords: new Map([...byTitle, ...byId]) };
}

interface Place {
  readonly at: number;
  readonly keys: Keys;
  readonly cells: Cells;
  readonly order: DayOrder;
  readonly timeZone: string | undefined;
}

function taskOf(row: readonly string[], { at, keys, cells, order, timeZone }: Place): ForeignTask {
  const read = <Value>(part: CsvPart, of: (words: string) => Value | null): Value | null => {
    const words = cells.of(row, part);
    const value = words === "" ? null : of(words);
    if (words !== "" && value === null) cells.missed(part, words);
    return value;
  };
  const cut = (part: CsvPart, words: string, most: number): string => {
    if (words.length > most) cells.missed(part, words);
    return words.slice(0, most);
  };
  const key = keys.own[at] ?? "";
  const day = (words: string): string | null => dayOf(words, order, timeZone);
  const tags = cells.all(row, "tags").flatMap(listed);
  if (tags.length > IMPORT_LIMITS.tags) cells.missed("tags", tags.join(", "));
  const people = cells.all(row, "people").flatMap(listed);
  if (people.length > PROJECT_LIMITS.assignees) cells.missed("people", people.join(", "));
  return {
    key,
    parent: parentOf(row, key, keys, cells),
    title: cut("title", cells.of(row, "title").replace(/\s+/g, " "), PROJECT_LIMITS.nameChars),
    description: cut("description", unescaped(cells.of(row, "description")), PROJECT_LIMITS.textChars),
    status: cells.of(row, "status").slice(0, 100),
    isClosed: read("completed", (words) => isDone(words, day)) ?? false,
    priority: cells.of(row, "priority").slice(0, 100) || null,
    startDate: read("startDate", day),
    dueDate: read("dueDate", day),
    hours: read("hours", (words) => hoursOf(words, cells.header("hours"))),
    createdAt: null,
    changedAt: null,
    people: [...new Set(people)].slice(0, PROJECT_LIMITS.assignees).map((name) => ({
      name,
      email: name.includes("@") ? name : null,
    })),
    tags: [...new Set(tags)].slice(0, IMPORT_LIMITS.tags),
  };
}

/** The key of the task that a row is a part of, by its id, its key or its title. */
function parentOf(row: readonly string[], own: string, { byWords }: Keys, cells: Cells): string | null {
  const chosen = cells.of(row, "parent");
  if (cells.header("parent") === "" && chosen === "") return null;
  const others = HEADERS.parent.flatMap((pattern) => cells.like(row, pattern));
  const names = [...new Set([chosen, ...others])].filter((words) => words !== "");
  for (const words of names) {
    const key = byWords.get(words.toLowerCase());
    if (key !== undefined && key !== null && key !== own) return key;
  }
  const [first] = names;
  if (first === undefined || first === own) return null;
  // It may already be in the project, under its key.
  cells.missed("parent", first);
  return byWords.get(first.toLowerCase()) === undefined ? first.slice(0, 200) : null;
}

/** Whether a task is over: a day on which it was, or a word for it. */
function isDone(words: string, day: (words: string) => string | null): boolean | null {
  if (/^(?:false|no|0|open|unresolved|incomplete)$/i.test(words)) return false;
  if (/^(?:true|yes|1|x|✓|✔|done|closed|completed?|resolved|finished)$/i.test(words)) return true;
  return day(words) === null ? null : true;
}

/** Line ends that were written in letters; paths of files keep theirs. */
function unescaped(words: string): string {
  return /\b[a-z]:\\|^\\\\/i.test(words) ? words : words.replace(/\\r\\n|\\n/g, "\n");
}

/** `3`, `3.5 h`, `90 min`, `1h 30m`, `2d`; milliseconds from ClickUp, seconds from Jira. Null if it isn't a duration. */
function hoursOf(words: string, header = ""): number | null {
  const part = (unit: RegExp): number => Number(unit.exec(words)?.[1]?.replace(",", ".") ?? 0);
  const sum = part(/([\d.,]+)\s*d/i) * 8 + part(/([\d.,]+)\s*h/i) + part(/([\d.,]+)\s*m/i) / 60;
  const plain = /^\d+(?:[.,]\d+)?$/.test(words) ? Number(words.replace(",", ".")) : Number.NaN;
  const found = sum > 0 ? sum : plain / divisor(plain, header);
  return Number.isFinite(found) && found <= 100_000 ? Math.round(found * 100) / 100 : null;
}

function divisor(figure: number, header: string): number {
  if (/^time[ _]?estimated$/i.test(header) && figure >= 60_000) return 3_600_000;
  return /^original[ _]?estimate$/i.test(header) && figure >= 60 ? 3_600 : 1;
}

/** `a, b`, `a; b`, `[a, b]`: each once. */
function listed(words: string): string[] {
  const names = words
    .replace(/[[\]]/g, "")
    .split(/[;,]/)
    .map((name) =>
      name
        .trim()
        .replace(/^"(.*)"$/, "$1")
        .slice(0, 200),
    )
    .filter((name) => name !== "");
  return [...new Set(names)];
}

/** Tasks before their parts, whichever piece they come in. */
export function ordered(tasks: readonly ForeignTask[]): ForeignTask[] {
  const byKey = new Map(tasks.map((task) => [task.key, task]));
  const depths = new Map<ForeignTask, number>();
  const depthOf = (task: ForeignTask): number => {
    const path: ForeignTask[] = [];
    let at: ForeignTask | undefined = task;
    // Stops at a cycle.
    while (at !== undefined && !depths.has(at) && !path.includes(at) && path.length < 100) {
      path.push(at);
      at = byKey.get(at.parent ?? "");
    }
    let depth = at === undefined ? -1 : (depths.get(at) ?? 0);
    for (const one of path.toReversed()) depths.set(one, ++depth);
    return depth;
  };
  for (const task of tasks) depths.set(task, depths.get(task) ?? depthOf(task));
  return tasks.toSorted((one, other) => (depths.get(one) ?? 0) - (depths.get(other) ?? 0));
}
