/** Explains why a record can't be imported, for the author of the file. Pure. */
import type * as z from "zod";
import type { ImportLine } from "./api/account-import.ts";

/** Display names of fields. */
const NAMES: Readonly<Record<string, string>> = {
  name: "name",
  at: "date and time (“at”)",
  from: "sender (“from”)",
  number: "phone number (“number”)",
  direction: "direction",
  text: "words (“text”)",
};

const MISSING: Readonly<Record<string, string>> = {
  direction: "Write incoming or outgoing.",
  at: "Write it as 2026-11-02T14:30:00Z.",
};

/** One or two sentences about the first problem. */
export function wordsOfProblem(record: ImportLine["record"], issue: z.core.$ZodIssue | undefined): string {
  const field = String(issue?.path[0] ?? "");
  if (issue === undefined || field === "")
    return "This record can’t be read. Write one JSON object per line.";
  const value = record[field];
  if (field === "kind")
    return `${isEmpty(value) ? "No kind" : `There is no kind ${quotedValue(value)}`}. Write account, email, call or text as “kind”.`;
  if (isEmpty(value)) return `No ${NAMES[field] ?? `“${field}”`}. ${MISSING[field] ?? "Fill it in."}`;
  const words = WRONG[issue.code];
  return words === undefined
    ? `“${field}”: ${quotedValue(value)} ${issue.message}.`
    : `“${field}” ${words(issue as never, value)}.`;
}

type Issue<Code extends z.core.$ZodIssue["code"]> = Extract<z.core.$ZodIssue, { code: Code }>;

const WRONG: {
  readonly [Code in z.core.$ZodIssue["code"]]?: (issue: Issue<Code>, value: unknown) => string;
} = {
  too_big: ({ origin, maximum }) =>
    origin === "string"
      ? `is longer than ${figure(maximum)} characters. Shorten it`
      : `has more than ${figure(maximum)}. Shorten it`,
  too_small: (_, value) => `is too short: ${quotedValue(value)}`,
  invalid_value: ({ values }, value) => `says ${quotedValue(value)}. Write ${values.join(" or ")}`,
  invalid_type: ({ expected }, value) => `should be ${KINDS[expected] ?? "text"}, not ${quotedValue(value)}`,
};

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  array: "a list, or text with “;” between its parts",
};

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function quotedValue(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;
}

function figure(most: number | bigint): string {
  return most.toLocaleString("en-US");
}
