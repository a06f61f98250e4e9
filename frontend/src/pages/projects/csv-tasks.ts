/** Rows of a file as tasks: which column says what, and what each cell means. Pure. */
import { IMPORT_LIMITS, type ForeignTask } from "../../../../src/protocol/project-imports.ts";
import { PROJECT_LIMITS } from "../../../../src/protocol/projects.ts";

/** What a column can say. */
export const CSV_PARTS = [
  "title",
  "description",
  "status",
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
/** By what it says, a column's place. */
export type CsvColumns = Readonly<Partial<Record<CsvPart, number>>>;

/** Headers as ClickUp, Jira, Asana, Trello, Monday and spreadsheets write them. */
const HEADERS: Readonly<Record<CsvPart, RegExp>> = {
  title: /^(?:(?:task|card|issue|item)[ _]?)?(?:name|title)$|^summary$|^task$|^subject$|^what$/i,
  description: /^(?:task[ _]?content|(?:card[ _]?)?description|notes?|details|text)$/i,
  status: /^(?:status|state|list[ _]?name|section(?:\/column)?|column|stage)$/i,
  priority: /^priority$/i,
  people: /^(?:assignees?|assigned[ _]?to|owner|person|people|members?|responsible|who)$/i,
  dueDate: /^(?:due(?:[ _]?date)?|deadline|end(?:[ _]?date)?)$/i,
  startDate: /^start(?:[ _]?date)?$/i,
  hours: /^(?:(?:time[ _]?)?estimate(?:d)?(?:[ _]?hours)?|hours|effort)$/i,
  tags: /^(?:tags?|labels?)$/i,
  key: /^(?:(?:task|card|issue)[ _]?)?(?:id|key|number)$/i,
  parent: /^parent(?:[ _]?(?:task|id|key|issue))?$/i,
};

/** The columns by their headers; what none fits is left out. */
export function guessColumns(headers: readonly string[]): CsvColumns {
  const found = CSV_PARTS.map((part) => {
    const at = headers.findIndex((header) => HEADERS[part].test(header.trim()));
    return [part, at] as const;
  });
  return Object.fromEntries(found.filter(([, at]) => at >= 0));
}

/** Tasks of the rows below the headers; rows without a title are left out. */
export function tasksOfRows(rows: readonly (readonly string[])[], columns: CsvColumns): ForeignTask[] {
  const cell = (row: readonly string[], part: CsvPart): string => {
    const at = columns[part];
    return at === undefined ? "" : (row[at] ?? "").trim();
  };
  const dates = rows.flatMap((row) => [cell(row, "dueDate"), cell(row, "startDate")]);
  const isDayFirst = dates.some(
    (words) => Number(/^(\d{1,2})[/.-]\d{1,2}[/.-]\d{4}/.exec(words)?.[1] ?? 0) > 12,
  );
  const seen = new Map<string, number>();
  return rows.flatMap((row) => {
    const title = cell(row, "title").replace(/\s+/g, " ").slice(0, PROJECT_LIMITS.nameChars);
    if (title === "") return [];
    const given = cell(row, "key").slice(0, 150);
    const name = given === "" ? title.slice(0, 150) : given;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    const parent = cell(row, "parent").slice(0, 200);
    return [
      {
        key: nth === 1 ? name : `${name} (${nth})`,
        parent: parent === "" || parent === name ? null : parent,
        title,
        description: cell(row, "description").slice(0, PROJECT_LIMITS.textChars),
        status: cell(row, "status").slice(0, 100),
        isClosed: false,
        priority: cell(row, "priority").slice(0, 100) || null,
        startDate: dayOf(cell(row, "startDate"), isDayFirst),
        dueDate: dayOf(cell(row, "dueDate"), isDayFirst),
        hours: hoursOf(cell(row, "hours")),
        createdAt: null,
        changedAt: null,
        people: peopleOf(cell(row, "people")),
        tags: listed(cell(row, "tags")).slice(0, IMPORT_LIMITS.tags),
      },
    ];
  });
}

/** `2026-11-27`, `11/27/2026`, `27.11.2026`, `Nov 27, 2026`; null for what is no day. */
export function dayOf(words: string, isDayFirst = false): string | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)/.exec(words);
  if (iso !== null) return realDay(iso[1], iso[2], iso[3]);
  const parts = /^(\d{1,2})([/.-])(\d{1,2})[/.-](\d{4})/.exec(words);
  if (parts !== null) {
    const [, first, mark, second, year] = parts;
    return isDayFirst || mark === "." ? realDay(year, second, first) : realDay(year, first, second);
  }
  if (!/[a-z]/i.test(words) || !/\d/.test(words)) return null;
  const ms = Date.parse(`${words} UTC`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().slice(0, 10);
}

function realDay(year = "", month = "", day = ""): string | null {
  const words = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const ms = Date.parse(`${words}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== words ? null : words;
}

/** `3`, `3.5 h`, `90 min`, `1h 30m`. */
function hoursOf(words: string): number | null {
  const hours = Number(/([\d.]+)\s*h/i.exec(words)?.[1] ?? 0);
  const minutes = Number(/([\d.]+)\s*m/i.exec(words)?.[1] ?? 0);
  const sum = hours + minutes / 60;
  const found = sum > 0 ? sum : /^[\d.]+$/.test(words) ? Number(words) : Number.NaN;
  return Number.isFinite(found) && found <= 100_000 ? Math.round(found * 100) / 100 : null;
}

/** `a, b`, `a; b`, `[a, b]`: each once. */
function listed(words: string): string[] {
  const names = words
    .replace(/[[\]]/g, "")
    .split(/[;,]/)
    .map((name) => name.trim().slice(0, 200))
    .filter((name) => name !== "");
  return [...new Set(names)];
}

function peopleOf(words: string): ForeignTask["people"] {
  return listed(words)
    .slice(0, PROJECT_LIMITS.assignees)
    .map((name) => ({
      name,
      email: name.includes("@") ? name : null,
    }));
}
