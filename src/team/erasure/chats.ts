/**
 * Erases a person from the team's conversations: copies of their words in tool results are removed entirely,
 * as is what they wrote in a conversation with others; elsewhere their numbers, addresses and name are
 * masked. Forks are separate conversations with their own copies. Pure.
 */
import type { StoredChange, StoredRows } from "../../platform/api/stored-rows.ts";
import { ERASED, type Mark } from "./mark.ts";

/** Replaces a tool's result. */
const ANSWER = "Erased at a person’s request.";

type Table = StoredRows["tables"][number];
type Value = Table["rows"][number][number];
type Fields = Readonly<Record<string, unknown>>;

/** The result for a page of rows. */
interface ChangedPage {
  readonly changes: readonly StoredChange[];
  /** Number of removed tool results. */
  readonly answers: number;
  /** Something else was changed whose surrounding words may still identify them. */
  readonly isAmidWords: boolean;
}

/** Their data in a page of a conversation's rows. `approvals` are IDs of drafts that are removed. */
export function changesIn(
  tables: StoredRows["tables"],
  mark: Mark,
  approvals: ReadonlySet<string>,
): ChangedPage {
  const pages = tables.map((table) => changesOf(table, mark, approvals));
  return {
    changes: pages.flatMap(({ changes }) => changes),
    answers: pages.reduce((sum, { answers }) => sum + answers, 0),
    isAmidWords: pages.some((page) => page.isAmidWords),
  };
}

function changesOf({ table, columns, rows }: Table, mark: Mark, approvals: ReadonlySet<string>): ChangedPage {
  const changes: StoredChange[] = [];
  let answers = 0;
  let isAmidWords = false;
  for (const was of rows) {
    const row = Object.fromEntries(columns.map((column, index) => [column, parsed(was[index] ?? null)]));
    if (table === "approvals" && approvals.has(String(row["id"]))) {
      changes.push({ table, columns, was, now: null });
      continue;
    }
    const now = columns.map((column, index) => {
      const value = was[index] ?? null;
      const cleaned = cleanedOf(table, column, row, mark, approvals);
      return cleaned === null || row[column] === value ? (cleaned as Value) : JSON.stringify(cleaned);
    });
    const changed = columns.filter((_, index) => now[index] !== (was[index] ?? null));
    if (changed.length === 0) continue;
    changes.push({ table, columns, was, now });
    if (changed.includes("answer")) answers += 1;
    isAmidWords ||= row["kind"] !== "results" && changed.some((column) => column !== "answer");
  }
  return { changes, answers, isAmidWords };
}

/** A column's value without the person's data; unchanged if there was none. */
function cleanedOf(
  table: string,
  column: string,
  row: Fields,
  mark: Mark,
  approvals: ReadonlySet<string>,
): unknown {
  const value = row[column];
  if (column === "parts" && Array.isArray(value)) {
    if (mark.isIn(row["author"])) return [{ type: "text", text: ERASED }];
    const parts = value.flatMap((part: Fields) => partWithout(part, mark, approvals));
    return parts.length === value.length && parts.every((part, index) => part === value[index])
      ? value
      : parts;
  }
  if (!mark.isIn(value)) return value;
  if (table === "tool_calls" && column === "answer") {
    const { status, isError, durationMs } = value as Fields;
    return { status, content: ANSWER, isError, durationMs };
  }
  // Passages cited by an answer are copies as well.
  return column === "stands_on" ? null : mark.without(value);
}

function partWithout(part: Fields, mark: Mark, approvals: ReadonlySet<string>): readonly Fields[] {
  if (part["type"] === "outcome" && approvals.has(String(part["approvalId"]))) {
    const { words: _, ...outcome } = part;
    return [{ ...outcome, text: ERASED, receipts: [], reason: null, edits: [] }];
  }
  if (!mark.isIn(part)) return [part];
  switch (part["type"]) {
    case "tool_result": {
      const { type, tool_use_id, is_error } = part;
      return [{ type, tool_use_id, content: ANSWER, ...(is_error === undefined ? {} : { is_error }) }];
    }
    // Signed: the model would reject a changed block.
    case "thinking":
    case "redacted_thinking":
      return [];
    case "email":
      return mark.isIn(part["from"]) ? [{ type: "text", text: ERASED }] : [mark.without(part) as Fields];
    case "enclosure":
      return [{ type: "text", text: ERASED }];
    default:
      return [mark.without(part) as Fields];
  }
}

function parsed(value: Value): unknown {
  if (typeof value !== "string" || !/^[[{"]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
