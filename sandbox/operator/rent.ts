/** Look-ups in the rent roll: rows as they stand. */
import type { Play, Scene } from "./engine.ts";
import { one, peopleIn } from "./people.ts";
import { bullets, field, rowsOf } from "./results.ts";
import { speaksOf, wordsIn } from "./slots.ts";
import { asText, first, record, type Result, type Row } from "./transcript.ts";

const ROLL = "Rent roll";
const LATE = /\b(?:late|behind|overdue|unpaid|not paid|\w+n['’]t paid|owes?|owing|arrears)\b/i;

/** What the rent roll says: who is late, or the row of a person or unit. Null for anything else. */
export function* rentAsked({ words, ...scene }: Scene): Play<string | null> {
  const unit = first(/\b(\d{1,2}[A-F])\b/i, words).toUpperCase();
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
  return lines.length > 0
    ? bullets(by, lines.slice(0, 12), "")
    : isLate && !failed(found)
      ? "The rent roll shows no late rent this month."
      : null;
}

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
