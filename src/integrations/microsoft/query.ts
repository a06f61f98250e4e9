/**
 * Gmail's search syntax (support.google.com/mail/answer/7190) for mailboxes at Microsoft: what Graph's `$search` can answer goes there in
 * its own syntax (KQL), everything else is tested on each listed e-mail. Unknown syntax counts as a word. Pure.
 */
import { DAY_MS } from "../../kernel/clock.ts";

/** What a query is tested on. */
export interface Searchable {
  /** Well-known folder, such as `inbox`; null for the user's own. */
  readonly folder: string | null;
  readonly isRead: boolean;
  readonly isFlagged: boolean;
  readonly isImportant: boolean;
  readonly hasAttachments: boolean;
  readonly categories: readonly string[];
  readonly atMs: number;
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  readonly subject: string;
  /** As much of the text as is known. */
  readonly body: string;
}

interface Part {
  readonly test: (mail: Searchable) => boolean;
  /** The same in KQL; null if it has no such form. */
  readonly kql: string | null;
  /** Whether it reads the text. */
  readonly readsBody: boolean;
}

export interface MailQuery {
  /** The folder all of it is in; null if it may be in any. */
  readonly folder: "inbox" | "sentitems" | null;
  /** The earliest time; null without one. */
  readonly afterMs: number | null;
  /** Conditions for `$search`; null if there are none. */
  readonly kql: string | null;
  readonly readsBody: boolean;
  /** `served`: whether `$search` has answered the conditions in `kql`. */
  matches(mail: Searchable, served: boolean): boolean;
}

interface Token {
  readonly kind: "(" | ")" | "{" | "}" | "-" | "OR" | "field" | "text";
  readonly text: string;
}

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  readonly nowMs: number;
}

/** Gmail reads dates as midnight Pacific Standard Time (developers.google.com/workspace/gmail/api/guides/filtering). */
const PACIFIC_MS = 8 * 3_600_000;
const AGE_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: DAY_MS, m: 30 * DAY_MS, y: 365 * DAY_MS };
const FOLDERS: Readonly<Record<string, string>> = {
  inbox: "inbox",
  sent: "sentitems",
  drafts: "drafts",
  draft: "drafts",
  trash: "deleteditems",
  spam: "junkemail",
  archive: "archive",
};
/** Folders that are searched only by name. */
const HIDDEN = ["drafts", "deleteditems", "junkemail"];
const IN_KQL = ["from", "to", "cc", "subject"];

/** Never throws. */
export function parseMailQuery(text: string, nowMs: number): MailQuery {
  const reader: Reader = { tokens: tokensOf(text.slice(0, 2000)), at: 0, nowMs };
  const parts: Part[] = [];
  let [folder, afterMs]: [MailQuery["folder"], number | null] = [null, null];
  while (reader.at < reader.tokens.length) {
    const { at } = reader;
    const [field, word] = [reader.tokens[at], reader.tokens[at + 1]];
    const part = readAlternatives(reader, null);
    if (part === null) {
      reader.at += 1;
      continue;
    }
    parts.push(part);
    if (reader.at !== at + 2 || field?.kind !== "field" || word?.kind !== "text") continue;
    const named = field.text === "in" ? FOLDERS[word.text.toLowerCase()] : undefined;
    if (named === "inbox" || named === "sentitems") folder = named;
    const fromMs = timeOf(field.text, word.text, nowMs);
    if (fromMs !== null && ["after", "newer", "newer_than"].includes(field.text))
      afterMs = Math.max(afterMs ?? 0, fromMs);
  }
  const anywhere = /(?<![-\w])(?:in|label):(?:anywhere|trash|spam|drafts?)\b/i.test(text);
  const inKql = parts.flatMap((part) => part.kql ?? []);
  return {
    folder,
    afterMs,
    // A search that only excludes finds nothing.
    kql: inKql.every((one) => one.startsWith("NOT ")) ? null : inKql.join(" AND "),
    readsBody: parts.some(({ readsBody }) => readsBody),
    matches: (mail, served) =>
      (anywhere || mail.folder === null || !HIDDEN.includes(mail.folder)) &&
      parts.every((part) => (served && part.kql !== null) || part.test(mail)),
  };
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\s+|([(){}])|(-)(?=\S)|([A-Za-z][A-Za-z0-9_]*):(?=\S)|"([^"]*)"?|([^\s(){}"]+)/gy;
  for (const [, bracket, minus, field, phrase, word] of text.matchAll(pattern)) {
    if (bracket !== undefined) tokens.push({ kind: bracket as "(", text: bracket });
    else if (minus !== undefined) tokens.push({ kind: "-", text: minus });
    else if (field !== undefined) tokens.push({ kind: "field", text: field.toLowerCase() });
    else if (word === "OR") tokens.push({ kind: "OR", text: word });
    else if (word !== "AND") {
      const found = phrase ?? word;
      if (found !== undefined) tokens.push({ kind: "text", text: found });
    }
  }
  return tokens;
}

/** `a OR b OR c`, or one term. Null if there is none. */
function readAlternatives(reader: Reader, field: string | null): Part | null {
  const first = readTerm(reader, field);
  if (first === null) return null;
  const parts = [first];
  while (reader.tokens[reader.at]?.kind === "OR") {
    reader.at += 1;
    const next = readTerm(reader, field);
    if (next === null) break;
    parts.push(next);
  }
  return anyOf(parts);
}

function readTerm(reader: Reader, field: string | null): Part | null {
  const token = reader.tokens[reader.at];
  if (token === undefined || token.kind === ")" || token.kind === "}" || token.kind === "OR") return null;
  reader.at += 1;
  if (token.kind === "text") return termOf(field, token.text, reader.nowMs);
  if (token.kind === "field") return readTerm(reader, token.text);
  if (token.kind === "-") {
    const part = readTerm(reader, field);
    if (part === null) return null;
    const { test, kql, readsBody } = part;
    return { test: (mail) => !test(mail), kql: kql === null ? null : `NOT ${kql}`, readsBody };
  }
  const parts: Part[] = [];
  const end = token.kind === "(" ? ")" : "}";
  while (reader.at < reader.tokens.length && reader.tokens[reader.at]?.kind !== end) {
    const part = readAlternatives(reader, field);
    if (part === null) reader.at += 1;
    else parts.push(part);
  }
  reader.at += 1;
  return token.kind === "(" ? allOf(parts) : anyOf(parts);
}

function joined(parts: readonly Part[], word: "AND" | "OR"): Pick<Part, "kql" | "readsBody"> {
  const kql = parts.map((part) => part.kql);
  return {
    kql: kql.includes(null) || kql.length === 0 ? null : `(${kql.join(` ${word} `)})`,
    readsBody: parts.some(({ readsBody }) => readsBody),
  };
}

function allOf(parts: readonly Part[]): Part {
  return { test: (mail) => parts.every(({ test }) => test(mail)), ...joined(parts, "AND") };
}

function anyOf(parts: readonly Part[]): Part | null {
  if (parts.length < 2) return parts[0] ?? null;
  return { test: (mail) => parts.some(({ test }) => test(mail)), ...joined(parts, "OR") };
}

function termOf(field: string | null, text: string, nowMs: number): Part {
  const words = wordsOf(text);
  // Without quotes, which `$search` itself is in: a phrase is found where all of its words are.
  const together = words.length < 2 ? (words[0] ?? null) : `(${words.join(" AND ")})`;
  const isIn = (value: string): boolean => holds(wordsOf(value), words);
  if (field !== null && IN_KQL.includes(field)) {
    const name = field as "from" | "to" | "cc" | "subject";
    const value = /^[\w.+-]+@[\w.-]+$/.test(text) ? text : together;
    return {
      test: (mail) => isIn(mail[name]),
      kql: value === null ? null : `${field}:${value}`,
      readsBody: false,
    };
  }
  const test = field === null ? undefined : testOf(field, text, nowMs);
  if (test !== undefined) return { test, kql: null, readsBody: false };
  return {
    test: ({ from, to, cc, subject, body }) => [from, to, cc, subject, body].some(isIn),
    kql: together,
    readsBody: true,
  };
}

/** Tests of the operators that aren't about words; undefined for others. */
function testOf(field: string, text: string, nowMs: number): Part["test"] | undefined {
  const value = text.toLowerCase();
  switch (field) {
    case "in":
      return value === "anywhere" ? () => true : ({ folder }) => folder === (FOLDERS[value] ?? value);
    case "label":
      return ({ folder, categories }) =>
        folder === FOLDERS[value] || categories.some((name) => labelKey(name) === labelKey(value));
    // Gmail's own; at Microsoft nothing is sorted that way.
    case "category":
      return () => value === "primary";
    case "is":
      return (mail) => isIt(value, mail);
    case "has":
      return ({ hasAttachments, categories }) =>
        value === "attachment" ? hasAttachments : value === "userlabels" && categories.length > 0;
    case "rfc822msgid":
      return ({ messageId }) => messageId.replace(/^<|>$/g, "") === text.replace(/^<|>$/g, "");
    case "after":
    case "newer":
    case "newer_than": {
      const fromMs = timeOf(field, text, nowMs);
      return fromMs === null ? undefined : ({ atMs }) => atMs >= fromMs;
    }
    case "before":
    case "older":
    case "older_than": {
      const toMs = timeOf(field, text, nowMs);
      return toMs === null ? undefined : ({ atMs }) => atMs < toMs;
    }
    default:
      return undefined;
  }
}

function isIt(value: string, { isRead, isFlagged, isImportant }: Searchable): boolean {
  switch (value) {
    case "unread":
      return !isRead;
    case "read":
      return isRead;
    case "starred":
      return isFlagged;
    case "important":
      return isImportant;
    default:
      return false;
  }
}

/** The time an operator names; null if it isn't one. */
function timeOf(field: string, text: string, nowMs: number): number | null {
  if (field.endsWith("_than")) {
    const [, count = "", unit = ""] = /^(\d{1,5})([hdmy])$/.exec(text) ?? [];
    const ageMs = AGE_MS[unit];
    return ageMs === undefined ? null : nowMs - Number(count) * ageMs;
  }
  if (/^\d{9,11}$/.test(text)) return Number(text) * 1000;
  const [, year, month, day] = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(text) ?? [];
  return year === undefined ? null : Date.UTC(Number(year), Number(month) - 1, Number(day)) + PACIFIC_MS;
}

function labelKey(name: string): string {
  return name.toLowerCase().replace(/[\s/]+/g, "-");
}

/** Lowercase words without accents. */
function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Whether the words stand in it one after another. */
function holds(all: readonly string[], words: readonly string[]): boolean {
  return all.some((_, at) => words.every((word, index) => all[at + index] === word));
}
