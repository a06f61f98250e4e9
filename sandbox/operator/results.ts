/** Reads what the product's tools answer, tolerant of the shape: rows are found at any depth, and a field may have one of several names. */
import { shownTime } from "./slots.ts";
import { asText, first, record, type Result, type Row } from "./transcript.ts";

type Found = Result | null | undefined;

/** Somebody in the contacts; `id` is empty for somebody who is not there yet. */
export interface Contact {
  readonly id: string;
  readonly name: string;
  /** What they are, e.g. `Resident, 214 Birch St #3B`. */
  readonly about: string;
  readonly number: string;
  readonly address: string;
}

/** Words of somebody, a text, a call's summary or an e-mail, to be quoted. */
export interface Quote {
  readonly who: string;
  readonly when: string;
  readonly text: string;
  readonly fromUs: boolean;
  /** Of an e-mail. */
  readonly id: string;
  readonly subject: string;
  readonly address: string;
}

const MARKS = ["text", "title", "subject", "said", "wrote", "instruction", "name", "words"];
/** Said once of several rows. */
const HOISTED = ["with", "contact", "number"];

/** Records that hold one of the fields, in order and whatever they stand in; what stands once beside several is each one's. */
export function rowsOf(value: unknown, marks: readonly string[] = MARKS, beside: Row = {}): Row[] {
  if (Array.isArray(value)) return value.flatMap((one) => rowsOf(one, marks, beside));
  const fields = record(value);
  const inner = Object.values(fields).filter(Array.isArray);
  const isRow =
    marks.some((mark) => fields[mark] !== undefined) &&
    inner.every((one) => rowsOf(one, ["text"]).length === 0);
  if (isRow) return [{ ...beside, ...fields }];
  const own = Object.fromEntries(
    HOISTED.filter((name) => asText(fields[name]) !== "").map((name) => [name, fields[name]]),
  );
  return inner.flatMap((one) => rowsOf(one, marks, { ...beside, ...own }));
}

/** The first of some fields that holds words. */
export function field(row: Row, ...names: readonly string[]): string {
  return names.map((name) => asText([row[name]].flat()[0])).find((text) => text !== "") ?? "";
}

/** What went wrong with a call, in words; null where it went well or waits for a decision. */
export function failureOf(result: Result | null): string | null {
  const { status, message } = record(result?.data);
  const failed = result?.isError === true || ["failed", "retry", "denied", "noted"].includes(asText(status));
  return failed ? asText(message) || (result?.text ?? "") : null;
}

/** Contacts of a look-up. */
export function contactsIn(found: Found): Contact[] {
  return rowsOf(found?.data, ["role", "company", "numbers", "internal"]).map((row) => ({
    id: field(row, "id"),
    name: field(row, "name"),
    about: [field(row, "role"), field(row, "company")].filter(Boolean).join(", "),
    number: field(record([row["numbers"]].flat()[0]), "number"),
    address: field(row, "emails"),
  }));
}

/** The name in `Ana Lopez <ana@mail.example>`. */
export function writerOf(from: string): string {
  return from.replace(/\s*<.*/, "");
}

export function addressOf(from: string): string {
  return first(/<([^<>]+)>/, from) || from;
}

/** Texts, calls and e-mails in their order. `whose` they are, where the rows do not say. */
export function quotesIn(found: Found, whose = ""): Quote[] {
  return rowsOf(found?.data, ["text", "snippet", "summary", "said", "wrote"]).map((row) => {
    const from = field(row, "from");
    const said = field(row, "text", "snippet", "said", "summary", "wrote");
    return {
      id: field(row, "id", "emailId"),
      who: field(row, "contact", "with") || ("subject" in row ? writerOf(from) : whose),
      when: field(row, "at", "lastIn", "lastOut"),
      text: first(/^Summary: (.+)$/m, said) || said,
      fromUs: /^(?:team|us|we|steward)\b/i.test(from) || row["sentByUs"] === true || "wrote" in row,
      subject: field(row, "subject"),
      address: field(row, "replyTo") || addressOf(from),
    };
  });
}

/** A quote as it is told: when, who, and the exact words. */
export function quoted({ when, who, text, fromUs, subject }: Quote): string {
  const about = subject === "" ? "" : ` “${subject}”`;
  return `${shownTime(when)}, ${fromUs ? "we" : who} wrote${about}: “${short(text, 300)}”`;
}

/** Lines of files that a search found, quoted with their place. */
export function linesIn(found: Found) {
  return rowsOf(found?.data, ["line"]).map((row) => {
    const path = field(row, "path");
    const cells = field(row, "text").replace(/^\s*(?:[-*]\s+|\|)|\|\s*$|\*\*/g, "");
    const text = cells.replace(/\s*\|\s*/g, " · ").trim();
    return { path, text, quote: `“${text}” (${path}, line ${String(row["line"])})` };
  });
}

/** Any row in a line: when, who, what, and its words. */
export function lineOf(row: Row): string {
  const from = shownTime(field(row, "at", "since", "start", "when", "lastIn", "lastOut"));
  const to = shownTime(field(row, "end"));
  const [day, date, time = ""] = to.split(", ");
  const until = from.startsWith(`${day ?? ""}, ${date ?? ""}`) ? time : to;
  const name = field(row, "with", "contact", "calendar") || field(row, "from").replace(/ <.*/, "");
  const words = short(field(row, "said", "wrote", "snippet", "words", "text"), 140);
  const what = [field(row, "title", "subject", "name"), field(row, "location", "onCall")];
  const span = [from, until].filter(Boolean).join(" to ");
  return [span, name, ...what, words && `“${words}”`].filter(Boolean).join(", ");
}

/** The rows of an answer, a line each. */
export function listIn(found: Found): string[] {
  return rowsOf(found?.data).map(lineOf);
}

/** A heading and a list, or what is said where there is nothing to list. */
export function bullets(heading: string, lines: readonly string[], none: string): string {
  return lines.length === 0 ? none : [`${heading}:`, ...new Set(lines.map((line) => `- ${line}`))].join("\n");
}

/** The beginning of words, in one line, up to the end of a word. */
export function short(text: string, chars: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= chars ? line : `${line.slice(0, chars - 1).replace(/\s+\S*$/, "")}…`;
}
