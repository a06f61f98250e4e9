/** Look-ups in the rent roll: rows as they stand. */
import type { Play, Scene } from "./engine.ts";
import { one, peopleIn } from "./people.ts";
import { bullets, field, rowsOf } from "./results.ts";
import { addDays, speaksOf, wordsIn, type Days } from "./slots.ts";
import { asText, first, record, type Result, type Row } from "./transcript.ts";

const ROLL = "Rent roll";
const LATE = /\b(?:late|behind|overdue|unpaid|not paid|\w+n['’]t paid|owes?|owing|arrears)\b/i;

/** What the rent roll says: who is late, or the row of a person or unit. Null for anything else. */
export function* rentAsked({ words, ...scene }: Scene): Play<string | null> {
  const unit = first(/\b(\d{1,2}[A-F])\b/i, words).toUpperCase();
  if (OF_BUILDING.test(words)) return yield* rentOf(words);
  if (ENDING.test(words)) return yield* leasesEnding(words, scene.local);
  const isLate = LATE.test(words) && /\bwho(?:se)?\b|\bwhich\b/i.test(words);
  const people = isLate || unit !== "" ? [] : yield* peopleIn(words);
  const [named] = people;
  const who =
    named === undefined ? unit : (yield* one({ words, ...scene }, first(/^(\S+)/, named.name), people)).name;
  if (!isLate && who === "") return null;
  const query = isLate ? { tab: "Late this month" } : { query: who };
  const [found = null] = yield {
    say: "Looking into the rent roll.",
    calls: [["read_sheet", { file: ROLL, ...query }]],
  };
  if (found === null) return /\brent roll\b/i.test(words) ? "I have no tool to look that up here." : null;
  const seenAs = asText(record(found.data)["seenAs"]).replace(/, who asks$/, "");
  const by = `${isLate ? "Late this month by the rent roll" : "The rent roll says"} (seen as ${seenAs})`;
  const rows = rowsOf(found.data, ["Unit"]);
  // “3B at 214 Birch”: of several of a number, those of the building that is named.
  const there = rows.filter((row) => speaksOf(words, wordsIn(field(row, "Building")).slice(0, 2)));
  const lines = (there.length > 0 ? there : rows).map(isLate ? ofLate : ofRoll);
  const owed = rows.reduce((sum, row) => sum + Number(field(row, "Owed").replace(/[^\d.]/g, "")), 0);
  return lines.length > 0
    ? `${bullets(by, lines.slice(0, 12), "")}${isLate ? `\n\nTogether $${owed.toLocaleString("en-US")}.` : ""}`
    : isLate && !failed(found)
      ? "The rent roll shows no late rent this month."
      : null;
}

const OF_BUILDING = /\bhow much rent\b.*\b(?:we|from|total|all)\b|\brents? by building\b/i;

/** The roll's sums by building, of those that are named. */
function* rentOf(words: string): Play<string | null> {
  const [found = null] = yield {
    say: "Looking into the rent roll.",
    calls: [["read_sheet", { file: ROLL, tab: "By building" }]],
  };
  if (found === null || failed(found)) return null;
  const rows = rowsOf(found.data, ["Units"]);
  const there = rows.filter((row) => speaksOf(words, wordsIn(field(row, "Building")).slice(1, 2)));
  const lines = (there.length > 0 ? there : rows).map(
    (row) =>
      `${field(row, "Building")}: ${field(row, "Rent a month")} a month, ${field(row, "Leases")} of ${field(row, "Units")} let`,
  );
  return bullets("By the rent roll", lines, "");
}

const ENDING =
  /^(?:which|what|whose|any|show|list|how many)\b.*\bleases?\b.*\b(?:end|ends|ending|run out|running out|expir\w*|up|renew\w*|over)\b/i;

/** The days in which a question's leases end: a month, this year, so many days; 90 by default. */
function endsIn(words: string, local: string): Days {
  const today = local.slice(0, 10);
  const [, count = "90", unit = "day"] = /\b(\d{1,3}) (day|week|month)s?\b/i.exec(words) ?? [];
  const month = MONTHS.findIndex((name) => new RegExp(`\\bin ${name}`, "i").test(words)) + 1;
  if (month > 0) {
    const year = Number(today.slice(0, 4)) + (month < Number(today.slice(5, 7)) ? 1 : 0);
    const of = `${year}-${String(month).padStart(2, "0")}`;
    return { from: `${of}-01`, to: `${of}-31` };
  }
  if (/\bend of the year\b|\bthis year\b|\byear['’]?s end\b/i.test(words))
    return { from: today, to: `${today.slice(0, 4)}-12-31` };
  if (/\bthis month\b/i.test(words)) return { from: today, to: `${today.slice(0, 7)}-31` };
  const days = /\bnext month\b/i.test(words)
    ? 60
    : Number(count) * ({ week: 7, month: 30 }[unit.toLowerCase()] ?? 1);
  return { from: today, to: addDays(today, days) };
}

/** Leases that end in the time named. */
function* leasesEnding(words: string, local: string): Play<string | null> {
  const { from, to } = endsIn(words, local);
  const all: Row[] = [];
  for (let fromRow: unknown; all.length < 1_000;) {
    const [found = null] = yield {
      say: "Looking into the rent roll.",
      calls: [["read_sheet", { file: ROLL, fromRow }]],
    };
    if (found === null || failed(found)) return null;
    all.push(...rowsOf(found.data, ["Unit"]));
    fromRow = record(found.data)["nextRow"];
    if (fromRow === undefined || fromRow === null) break;
  }
  const end = (row: Row): string => field(row, "Lease end");
  const rows = all.filter((row) => end(row) >= from && end(row) <= to);
  const lines = rows
    .toSorted((one, other) => (end(one) < end(other) ? -1 : 1))
    .map((row) => `${end(row)}: ${ofRoll(row)}`);
  return bullets(
    `${lines.length} leases end by ${to}, by the rent roll`,
    lines.slice(0, 15),
    `By the rent roll, no lease ends by ${to}.`,
  );
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

const failed = (found: Result): boolean => found.isError || asText(record(found.data)["status"]) === "retry";

const ofLate = (row: Row): string =>
  `${field(row, "Resident")}, ${field(row, "Building")} ${field(row, "Unit")}: ${field(row, "Owed")} owed`;

function ofRoll(row: Row): string {
  const [end, note] = [field(row, "Lease end"), field(row, "Notes")];
  const balance = field(row, "Balance");
  const told = [
    `${field(row, "Rent")} a month`,
    end && `lease to ${end}`,
    balance && (/[1-9]/.test(balance) ? `${balance} open` : "nothing open"),
    field(row, "Deposit") && `deposit ${field(row, "Deposit")}`,
    note,
  ].filter(Boolean);
  return `${field(row, "Building")} ${field(row, "Unit")}, ${field(row, "Resident")}: ${told.join(", ")}`;
}
