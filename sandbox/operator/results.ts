/** Reads what the product's tools answer, tolerant of the shape: rows are found at any depth, and a field may have one of several names. */
import { asText, record, type Result } from "./transcript.ts";
import { shownTime } from "./times.ts";

export type Row = Readonly<Record<string, unknown>>;
type Data = Pick<Result, "data"> | null | undefined;

/** Somebody in the contacts. */
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
  readonly id: string;
  readonly who: string;
  readonly when: string;
  readonly text: string;
  readonly fromUs: boolean;
  /** Of an e-mail. */
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
    !inner.some((one) => rowsOf(one, ["text"]).length > 0);
  if (isRow) return [{ ...beside, ...fields }];
  const own = HOISTED.filter((field) => asText(fields[field]) !== "").map(
    (field) => [field, fields[field]] as const,
  );
  return inner.flatMap((one) => rowsOf(one, marks, { ...beside, ...Object.fromEntries(own) }));
}

/** The first of some fields that holds words. */
export function field(row: Row, ...names: readonly string[]): string {
  const first = names.map((name) => asText([row[name]].flat()[0])).find((text) => text !== "");
  return first ?? "";
}

/** What went wrong with a call, in words; null where it went well or waits for a decision. */
export function failureOf({ data, isError, text }: Result): string | null {
  const { status, message } = record(data);
  const failed = isError || ["failed", "retry", "denied", "noted"].includes(asText(status));
  return failed ? asText(message) || text : null;
}

/** Contacts of a look-up. */
export function contactsIn(found: Data): Contact[] {
  return rowsOf(found?.data, ["role", "company", "numbers", "internal"]).map((row) => ({
    id: field(row, "id"),
    name: field(row, "name"),
    about: [field(row, "role"), field(row, "company")].filter(Boolean).join(", "),
    number: field(record([row["numbers"]].flat()[0]), "number") || field(row, "number", "numbers"),
    address: field(row, "emails", "email"),
  }));
}

const US = /^(?:outgoing|team|us|we|steward)\b/i;

/** Texts, calls and e-mails in their order. `who` is whose they are, where the rows do not say. */
export function quotesIn(found: Data, who = ""): Quote[] {
  const data = record(found?.data);
  // Of an e-mail that was read, the rest of its thread stands inside it.
  const thread = rowsOf(data["otherEmailsOfThread"], ["snippet", "text"]);
  const rows =
    "subject" in data ? [...thread, data] : rowsOf(data, ["text", "snippet", "summary", "said", "wrote"]);
  return rows.map((row) => quoteOf(row, who));
}

function quoteOf(row: Row, whose: string): Quote {
  const [, writer = field(row, "from"), address = writer] =
    /^(.*?)\s*<([^<>]+)>\s*$/.exec(field(row, "from")) ?? [];
  const said = field(row, "text", "snippet", "said", "summary", "wrote");
  return {
    id: field(row, "id", "emailId"),
    who: field(row, "contact", "with") || ("subject" in row ? writer : whose),
    when: field(row, "at", "lastIn", "lastOut"),
    text: plain(/^Summary: (.+)$/m.exec(said)?.[1] ?? said),
    fromUs: US.test(field(row, "direction", "from")) || row["sentByUs"] === true || "wrote" in row,
    subject: field(row, "subject"),
    address: field(row, "replyTo") || address,
  };
}

/** A quote as it is told: when, who, and the exact words. */
export function quoted({ when, who, text, fromUs, subject }: Quote): string {
  const about = subject === "" ? "" : ` “${subject}”`;
  return `${shownTime(when)}, ${fromUs ? "we" : who} wrote${about}: “${short(text, 300)}”`;
}

/** Lines of files that a search found, with their place. */
export function linesIn(found: Data): { readonly place: string; readonly text: string }[] {
  return rowsOf(found?.data, ["line"]).map((row) => ({
    place: `${field(row, "path")}, line ${String(row["line"])}`,
    text: field(row, "text")
      .replace(/^\s*(?:[-*]\s+|\|)|\|\s*$|\*\*/g, "")
      .replace(/\s*\|\s*/g, " · ")
      .trim(),
  }));
}

/** Any row in a line: when, who, what, and its words. */
export function lineOf(row: Row): string {
  const words = short(field(row, "said", "wrote", "snippet", "words", "text"), 140);
  const name = field(row, "with", "contact", "calendar") || field(row, "from").replace(/ <.*/, "");
  const what = [field(row, "title", "subject", "name"), field(row, "location", "onCall")];
  return [spanOf(row), name, ...what, words && `“${words}”`].filter((part) => part !== "").join(", ");
}

function spanOf(row: Row): string {
  const [from, to] = [field(row, "at", "since", "start", "when", "lastIn", "lastOut"), field(row, "end")].map(
    shownTime,
  );
  const [day, date, time] = (to ?? "").split(", ");
  const until = from?.startsWith(`${day ?? ""}, ${date ?? ""}`) === true ? time : to;
  return [from, until].filter(Boolean).join(" to ");
}

/** A heading and a list, or what is said where there is nothing to list. */
export function bullets(heading: string, lines: readonly string[], none: string): string {
  return lines.length === 0
    ? none
    : `${heading}:\n${[...new Set(lines)].map((line) => `- ${line}`).join("\n")}`;
}

/** The beginning of words, in one line. */
export function short(text: string, chars: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= chars ? line : `${line.slice(0, chars - 1).trimEnd()}…`;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
