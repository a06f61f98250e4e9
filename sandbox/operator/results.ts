/** Reads what the product's tools answer. Tolerant of the shape around the rows: what is looked for is found at any depth. */
import { momentIn } from "./times.ts";
import { asText, record, type Result } from "./transcript.ts";

type Row = Readonly<Record<string, unknown>>;
type Data = Pick<Result, "data"> | null | undefined;

/** Somebody in the contacts. */
export interface Contact {
  readonly id: string;
  readonly name: string;
  /** What they are, e.g. `Resident, 214 Birch St #3B`. */
  readonly about: string;
  readonly number: string | null;
  readonly address: string | null;
}

/** Words of somebody, to be quoted; `when` is the team's time, `2026-11-22T14:00`. */
export interface Quote {
  readonly who: string;
  readonly when: string;
  readonly text: string;
  readonly fromUs: boolean;
  /** Of a phone call, whose text is what was agreed. */
  readonly isCall?: boolean;
}

/** An e-mail; of one that was only listed, `text` is how it begins. */
export interface Mail extends Quote {
  readonly id: string;
  readonly address: string;
  readonly subject: string;
  /** What we and they wrote before, as it stands below the words or in the thread. */
  readonly earlier: readonly string[];
  /** Of that, what we wrote. */
  readonly ours: readonly string[];
  /** Of the thread. */
  readonly newest: { readonly id: string; readonly fromUs: boolean };
}

/** Every record of an answer in order, from the outside in. */
function rowsOf(value: unknown): Row[] {
  if (Array.isArray(value)) return value.flatMap(rowsOf);
  const fields = record(value);
  return Object.keys(fields).length === 0 ? [] : [fields, ...Object.values(fields).flatMap(rowsOf)];
}

/** What went wrong with a call, in words; null where it went well or waits for a decision. */
export function failureOf({ data, isError, text }: Result): string | null {
  const { status, message } = record(data);
  return isError || ["failed", "retry", "denied", "noted"].includes(asText(status))
    ? asText(message) || text
    : null;
}

/** Rows that have all of these fields, as text. */
export function tableOf<Field extends string>(
  found: Data,
  ...fields: readonly Field[]
): (Record<Field, string> & { readonly row: Row })[] {
  return rowsOf(found?.data)
    .filter((row) => fields.every((field) => asText(row[field]) !== ""))
    .map((row) => ({
      ...(Object.fromEntries(fields.map((field) => [field, asText(row[field])])) as Record<Field, string>),
      row,
    }));
}

/** Contacts of a look-up. */
export function contactsIn(found: Data): Contact[] {
  return tableOf(found, "name").flatMap(({ name, row }) => {
    if (!("role" in row || "company" in row || "internal" in row)) return [];
    const numbers = [row["numbers"], row["number"], row["phone"]]
      .flat()
      .map((one) => asText(record(one)["number"]) || asText(one));
    const addresses = [row["emails"], row["email"]].flat().map(asText);
    const about = [row["role"], row["company"]]
      .map(asText)
      .filter((part) => part !== "")
      .join(", ");
    const first = (list: readonly string[]): string | null => list.find((one) => one !== "") ?? null;
    return [{ id: asText(row["id"]), name, about, number: first(numbers), address: first(addresses) }];
  });
}

/** Texts and calls in their order. `who` is whose thread it is, where the rows do not say. */
export function quotesIn(found: Data, timeZone: string, who = ""): Quote[] {
  const read = (value: unknown, whose: string): Quote[] => {
    if (Array.isArray(value)) return value.flatMap((one) => read(one, whose));
    const row = record(value);
    const contact = asText(row["contact"]) || asText(row["with"]) || whose;
    const text = asText(row["text"]) || asText(row["summary"]);
    if (text === "") return Object.values(row).flatMap((one) => read(one, contact));
    const fromUs = /^(?:outgoing|team|us|we)$/i.test(asText(row["direction"]) || asText(row["from"]));
    const when = whenOf(row, timeZone);
    const agreed = /^Summary: (.+)$/m.exec(text)?.[1];
    return [
      agreed === undefined
        ? { who: contact, when, text, fromUs }
        : { who: contact, when, text: agreed, fromUs: false, isCall: true },
    ];
  };
  return read(found?.data, who);
}

/** E-mails of a search or of a reading tool. */
export function mailsIn(found: Data, timeZone: string): Mail[] {
  return tableOf(found, "id", "from").flatMap(({ id, from, row }) => {
    if (!("subject" in row)) return [];
    const others = Array.isArray(row["otherEmailsOfThread"]) ? row["otherEmailsOfThread"].map(record) : [];
    const words = (one: Row): string => plain(asText(one["snippet"]) || asText(one["text"]));
    const quoted = asText(row["quotedHistory"]).replace(/^>+ ?/gm, "");
    return [
      {
        id,
        who: nameIn(from),
        address: addressIn(asText([row["replyTo"]].flat()[0]) || from),
        subject: asText(row["subject"]),
        when: whenOf(row, timeZone),
        text: plain(asText(row["text"]) || asText(row["snippet"])),
        fromUs: row["sentByUs"] === true,
        earlier: [...others.map(words), quoted],
        ours: others.filter((one) => one["sentByUs"] === true).map(words),
        newest: newestOf(row, others, timeZone),
      },
    ];
  });
}

/** The newest of a thread: an e-mail that was read, or the last of the others. Of the same minute it's the one that was read. */
function newestOf(row: Row, others: readonly Row[], timeZone: string): Mail["newest"] {
  const last = others.at(-1);
  const newest = last !== undefined && whenOf(last, timeZone) > whenOf(row, timeZone) ? last : row;
  return { id: asText(newest["id"]), fromUs: newest["sentByUs"] === true };
}

function whenOf(row: Row, timeZone: string): string {
  return momentIn(asText(row["at"]), timeZone);
}

/** Lines of files that a search found. */
export function linesIn(found: Data): { path: string; line: number; text: string }[] {
  return tableOf(found, "path", "text").flatMap(({ path, text, row }) =>
    typeof row["line"] === "number" ? [{ path, line: row["line"], text }] : [],
  );
}

/** The address of `Name <address>`. */
export function addressIn(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

/** The name of `Name <address>`; the address where there is none. */
export function nameIn(from: string): string {
  return from.replace(/\s*<[^<>]*>\s*$/, "").trim() || addressIn(from);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
