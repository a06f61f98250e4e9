/** Reads tool results tolerantly: rows are found at any depth, and fields may have several names. */
import { shownTime } from "./slots.ts";
import { asText, first, record, type Event, type Result, type Row } from "./transcript.ts";

type Found = Result | null | undefined;

/** A contact; `id` is empty if it doesn't exist yet. */
export interface Contact {
  readonly id: string;
  readonly name: string;
  /** Role, e.g. `Resident, 214 Birch St #3B`. */
  readonly about: string;
  readonly number: string;
  readonly address: string;
}

/** A quotable text, call summary or e-mail. */
export interface Quote {
  readonly who: string;
  readonly when: string;
  readonly text: string;
  readonly fromUs: boolean;
  /** For e-mails. */
  readonly id: string;
  readonly subject: string;
  readonly address: string;
}

const MARKS = ["text", "title", "subject", "said", "wrote", "instruction", "name", "words"];
/** Fields shared by several rows. */
const HOISTED = ["with", "contact", "number"];

/** Records with one of the fields, in order at any depth; shared fields are copied to each. */
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

/** The first non-empty field. */
export function field(row: Row, ...names: readonly string[]): string {
  return names.map((name) => asText([row[name]].flat()[0])).find((text) => text !== "") ?? "";
}

/** A call's error; null on success or while awaiting a decision. */
export function failureOf(result: Result | null): string | null {
  const { status, message } = record(result?.data);
  const failed = result?.isError === true || ["failed", "retry", "denied", "noted"].includes(asText(status));
  return failed ? asText(message) || (result?.text ?? "") : null;
}

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

/** Texts, calls and e-mails in order. `whose` is the default author. */
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

/** A quote with time, author and exact words. */
export function quoted({ when, who, text, fromUs, subject }: Quote): string {
  const about = subject === "" ? "" : ` “${subject}”`;
  return `${shownTime(when)}, ${fromUs ? "we" : who} wrote${about}: “${short(text, 300)}”`;
}

/** Matching lines of files, quoted with their place. */
export function linesIn(found: Found) {
  return rowsOf(found?.data, ["line"]).map((row) => {
    const path = field(row, "path");
    const cells = field(row, "text").replace(/^\s*(?:[-*]\s+|\|)|\|\s*$|\*\*/g, "");
    const text = cells.replace(/\s*\|\s*/g, " · ").trim();
    return { path, text, quote: `“${text}” (${path}, line ${String(row["line"])})` };
  });
}

/** A row in one line: time, person, subject, text. */
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

/** Result rows, one per line. */
export function listIn(found: Found): string[] {
  return rowsOf(found?.data).map(lineOf);
}

/** A heading and a list, or a sentence if the list is empty. */
export function bullets(heading: string, lines: readonly string[], none: string): string {
  return lines.length === 0 ? none : [`${heading}:`, ...new Set(lines.map((line) => `- ${line}`))].join("\n");
}

/** Shortens text to one line at a word boundary. */
export function short(text: string, chars: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= chars ? line : `${line.slice(0, chars - 1).replace(/\s+\S*$/, "")}…`;
}

/** The lines of the last list that was said, as in “text the second one”. */
export function linesBefore({ before }: { readonly before: readonly Event[] }): string[] {
  const last = before.findLast((event) => event.kind === "replied" && /^- /m.test(event.text));
  return last?.kind === "replied" ? (last.text.match(/^- .+$/gm) ?? []).map((line) => line.slice(2)) : [];
}

/** What was said last. */
export function saidLast({ before }: { readonly before: readonly Event[] }): string {
  const last = before.findLast((event) => event.kind === "replied" && event.text !== "");
  return last?.kind === "replied" ? last.text : "";
}

/** Capitalized runs of a line, as names to look up. */
export function namesOn(line: string): string[] {
  return [...line.matchAll(/\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)+/gu)].map(([name]) => name);
}
