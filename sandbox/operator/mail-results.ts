/** E-mails as the tools return them and as they stand in the prompt. */
import { asText, record, type Event } from "./transcript.ts";

/** An e-mail of a search. */
export interface FoundMail {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly at: string;
  readonly snippet: string;
}

/** An e-mail read whole. */
export interface ReadMail extends FoundMail {
  readonly text: string;
  readonly quoted: string;
  readonly sentByUs: boolean;
  readonly automatic: boolean;
  readonly hides: boolean;
  /** Where answers are asked to go; its sender where nothing is asked. */
  readonly answerTo: string;
  readonly thread: readonly { readonly id: string; readonly sentByUs: boolean; readonly snippet: string }[];
}

/** An e-mail that started a run. */
export interface HeardMail {
  readonly id: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly hides: boolean;
}

function itemsOf(data: unknown): Readonly<Record<string, unknown>>[] {
  const content = record(data)["content"] ?? data;
  return Array.isArray(content) ? content.map(record) : [];
}

function foundOf(item: Readonly<Record<string, unknown>>): FoundMail {
  const to = item["to"];
  return {
    id: asText(item["id"]),
    from: asText(item["from"]),
    to: Array.isArray(to) ? to.map(String) : [],
    subject: asText(item["subject"]),
    at: asText(item["at"]),
    snippet: unescaped(asText(item["snippet"])),
  };
}

/** E-mails of a search's result, newest first; results of another shape hold none. */
export function foundMails(data: unknown): FoundMail[] {
  return itemsOf(data)
    .map(foundOf)
    .filter(({ id }) => id !== "");
}

/** The e-mail of a reading tool's result; null where there is none. */
export function readMailOf(data: unknown): ReadMail | null {
  const [item] = itemsOf(data);
  if (item === undefined || typeof item["text"] !== "string") return null;
  const found = foundOf(item);
  const thread = Array.isArray(item["thread"]) ? item["thread"].map(record) : [];
  const replyTo = Array.isArray(item["replyTo"]) ? item["replyTo"].map(String) : [];
  return {
    ...found,
    text: item["text"],
    quoted: asText(item["quotedHistory"]),
    sentByUs: item["sentByUs"] === true,
    automatic: item["automatic"] === true,
    hides: typeof item["hiddenFromItsReader"] === "string",
    answerTo: replyTo[0] ?? addressIn(found.from),
    thread: thread.map((one) => ({
      id: asText(one["id"]),
      sentByUs: one["sentByUs"] === true,
      snippet: unescaped(asText(one["snippet"])),
    })),
  };
}

/** Reads an e-mail as the prompt shows it; null for words that are no e-mail. */
export function heardMail(event: Event): HeardMail | null {
  if (event.kind !== "heard") return null;
  const gap = event.text.indexOf("\n\n");
  const head = gap < 0 ? event.text : event.text.slice(0, gap);
  const id = /^E-mail (\S+), to the mailbox \S+/.exec(head)?.[1];
  if (id === undefined) return null;
  const text = (gap < 0 ? "" : event.text.slice(gap + 2))
    .replace(/\n\(The quoted history below it is left out; read_email has it\.\)$/, "")
    .trim();
  return {
    id,
    from: /^From: (.*)$/m.exec(head)?.[1] ?? "",
    subject: /^Subject: (.*)$/m.exec(head)?.[1] ?? "",
    text,
    hides: /^\(This e-mail hides text from its reader/m.test(head),
  };
}

/** The address of `Name <address>`. */
export function addressIn(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

/** The name of `Name <address>`; the address where there is none. */
export function nameOf(from: string): string {
  const name = from.replace(/\s*<[^<>]*>\s*$/, "").trim();
  return name === "" ? addressIn(from) : name;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}

/** Sentences of a text that share a number, an amount or a longer word with others: what a passage is about. */
export function sentencesAbout(text: string, about: string): string[] {
  const keys = new Set(keysOf(about));
  return text
    .replace(/^>+ ?/gm, "")
    .replace(/^On .{5,200} wrote:$/gm, "")
    .split(/(?<=[.!?])\s+|\n{2,}/)
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence.length > 12 && keysOf(sentence).filter((key) => keys.has(key)).length > 1);
}

function keysOf(text: string): string[] {
  return (text.toLowerCase().match(/\$?\d[\d.,]*[a-z]?|\p{L}{5,}/gu) ?? []).map((word) =>
    word.replace(/[.,]+$/, ""),
  );
}
