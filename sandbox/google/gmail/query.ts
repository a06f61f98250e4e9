/**
 * Gmail's search syntax (support.google.com/mail/answer/7190, "Refine searches in Gmail"): words, phrases, minus, OR, braces, parentheses
 * and operators. Words match whole words, ignoring case and accents; unknown syntax is treated as a word.
 */

/** What a query is matched against. Words as returned by `wordsOf`. */
export interface Searchable {
  readonly labels: ReadonlySet<string>;
  /** Label names in `label:` form. */
  readonly labelNames: ReadonlySet<string>;
  readonly dateMs: number;
  readonly sizeBytes: number;
  readonly messageId: string;
  readonly filenames: readonly string[];
  /** A header's or the whole message's text as words. */
  words(field: "from" | "to" | "cc" | "bcc" | "subject" | "list" | "deliveredto" | "all"): readonly string[];
}

export interface Query {
  matches(mail: Searchable): boolean;
  /** Whether it asks for spam or trash explicitly. */
  readonly anywhere: boolean;
}

type Test = (mail: Searchable) => boolean;

interface Token {
  readonly kind: "(" | ")" | "{" | "}" | "-" | "OR" | "field" | "word" | "phrase";
  readonly text: string;
}

const DAY_MS = 86_400_000;
/** Gmail reads dates as midnight Pacific Standard Time (developers.google.com/workspace/gmail/api/guides/filtering). */
const PACIFIC_MS = 8 * 3_600_000;
const AGE_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: DAY_MS, m: 30 * DAY_MS, y: 365 * DAY_MS };

/** Lowercase words without accents. */
export function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** A label name in `label:` form. */
export function labelKey(name: string): string {
  return name.toLowerCase().replace(/[\s/]+/g, "-");
}

/** Never throws. */
export function parseQuery(text: string, nowMs: number): Query {
  const tokens = tokensOf(text.slice(0, 2000));
  const reader = { tokens, at: 0, nowMs };
  const tests: Test[] = [];
  while (reader.at < tokens.length) {
    const test = readAlternatives(reader);
    if (test === null) reader.at += 1;
    else tests.push(test);
  }
  return {
    matches: (mail) => tests.every((test) => test(mail)),
    anywhere: /\bin:(?:anywhere|trash|spam)\b|\blabel:(?:trash|spam)\b/i.test(text),
  };
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\s+|([(){}])|(-)(?=\S)|([A-Za-z][A-Za-z0-9_]*):(?=\S)|"([^"]*)"?|([^\s(){}"]+)/gy;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [, bracket, minus, field, phrase, word] = found;
    if (bracket !== undefined) tokens.push({ kind: bracket as "(", text: bracket });
    else if (minus !== undefined) tokens.push({ kind: "-", text: "-" });
    else if (field !== undefined) tokens.push({ kind: "field", text: field.toLowerCase() });
    else if (phrase !== undefined) tokens.push({ kind: "phrase", text: phrase });
    else if (word === "OR") tokens.push({ kind: "OR", text: "OR" });
    else if (word !== undefined && word !== "AND") tokens.push({ kind: "word", text: word });
  }
  return tokens;
}

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  readonly nowMs: number;
}

/** `a OR b OR c`, or one term. Null if there is none. */
function readAlternatives(reader: Reader, field: string | null = null): Test | null {
  const first = readTerm(reader, field);
  if (first === null) return null;
  const tests = [first];
  while (reader.tokens[reader.at]?.kind === "OR") {
    reader.at += 1;
    const next = readTerm(reader, field);
    if (next === null) break;
    tests.push(next);
  }
  return tests.length === 1 ? first : (mail) => tests.some((test) => test(mail));
}

function readTerm(reader: Reader, field: string | null): Test | null {
  const token = reader.tokens[reader.at];
  if (token === undefined) return null;
  switch (token.kind) {
    case "-":
      return readNegation(reader, field);
    case "(":
      return readGroup(reader, field, ")", (tests) => (mail) => tests.every((test) => test(mail)));
    case "{":
      return readGroup(reader, field, "}", (tests) => (mail) => tests.some((test) => test(mail)));
    case "field": {
      reader.at += 1;
      return readTerm(reader, token.text) ?? (() => true);
    }
    case "word":
    case "phrase":
      reader.at += 1;
      return testFor(field, token.text, reader.nowMs);
    case ")":
    case "}":
    case "OR":
      return null;
  }
}

function readNegation(reader: Reader, field: string | null): Test | null {
  reader.at += 1;
  const test = readTerm(reader, field);
  return test === null ? null : (mail) => !test(mail);
}

function readGroup(
  reader: Reader,
  field: string | null,
  end: ")" | "}",
  join: (tests: readonly Test[]) => Test,
): Test {
  reader.at += 1;
  const tests: Test[] = [];
  while (reader.at < reader.tokens.length && reader.tokens[reader.at]?.kind !== end) {
    const test = readAlternatives(reader, field);
    if (test === null) reader.at += 1;
    else tests.push(test);
  }
  reader.at += 1;
  return join(tests);
}

/** Whether a word sequence occurs in another. */
function contains(all: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  const last = all.length - wanted.length;
  for (let start = 0; start <= last; start++) {
    if (wanted.every((word, index) => all[start + index] === word)) return true;
  }
  return false;
}

const ALWAYS: Test = () => true;
const NEVER: Test = () => false;

const STATES: Readonly<Record<string, Test>> = {
  unread: ({ labels }) => labels.has("UNREAD"),
  read: ({ labels }) => !labels.has("UNREAD"),
  starred: ({ labels }) => labels.has("STARRED"),
  important: ({ labels }) => labels.has("IMPORTANT"),
  sent: ({ labels }) => labels.has("SENT"),
};
const CATEGORIES: Readonly<Record<string, string>> = {
  primary: "CATEGORY_PERSONAL",
  reservations: "CATEGORY_RESERVATIONS",
  purchases: "CATEGORY_PURCHASES",
};

/** Operators by name, each returning a test for its value. */
const OPERATORS: ReadonlyMap<string, (value: string, nowMs: number) => Test> = new Map(
  Object.entries({
    from: (value) => (isMe(value) ? ({ labels }) => labels.has("SENT") : headerTest("from", value)),
    to: (value) => (isMe(value) ? ({ labels }) => !labels.has("SENT") : headerTest("to", value)),
    cc: (value) => headerTest("cc", value),
    bcc: (value) => headerTest("bcc", value),
    subject: (value) => headerTest("subject", value),
    list: (value) => headerTest("list", value),
    deliveredto: (value) => headerTest("deliveredto", value),
    is: (value) => STATES[value.toLowerCase()] ?? NEVER,
    in: (value) =>
      /^(?:anywhere|all)$/i.test(value) ? ALWAYS : ({ labelNames }) => labelNames.has(labelKey(value)),
    label:
      (value) =>
      ({ labelNames, labels }) =>
        labelNames.has(labelKey(value)) || labels.has(value),
    category: categoryTest,
    has: (value) => (value.toLowerCase() === "attachment" ? ({ filenames }) => filenames.length > 0 : NEVER),
    filename: filenameTest,
    rfc822msgid: messageIdTest,
    larger: (value) => sizeTest("larger", value),
    smaller: (value) => sizeTest("smaller", value),
    after: (value, nowMs) => dateTest("after", value, nowMs),
    newer: (value, nowMs) => dateTest("newer", value, nowMs),
    before: (value, nowMs) => dateTest("before", value, nowMs),
    older: (value, nowMs) => dateTest("older", value, nowMs),
    newer_than: (value, nowMs) => dateTest("newer_than", value, nowMs),
    older_than: (value, nowMs) => dateTest("older_than", value, nowMs),
  } satisfies Record<string, (value: string, nowMs: number) => Test>),
);

function testFor(field: string | null, value: string, nowMs: number): Test {
  if (field === null) return headerTest("all", value);
  return OPERATORS.get(field)?.(value, nowMs) ?? headerTest("all", `${field} ${value}`);
}

function isMe(value: string): boolean {
  return value.toLowerCase() === "me";
}

function headerTest(field: Parameters<Searchable["words"]>[0], value: string): Test {
  const wanted = wordsOf(value);
  return (mail) => contains(mail.words(field), wanted);
}

function categoryTest(value: string): Test {
  const id = CATEGORIES[value.toLowerCase()] ?? `CATEGORY_${value.toUpperCase()}`;
  return ({ labels }) => labels.has(id);
}

function filenameTest(value: string): Test {
  const wanted = value.toLowerCase();
  return ({ filenames }) => filenames.some((name) => name.toLowerCase().includes(wanted));
}

function messageIdTest(value: string): Test {
  const wanted = value.replace(/^<|>$/g, "");
  return ({ messageId }) => messageId.replace(/^<|>$/g, "") === wanted;
}

function sizeTest(field: "larger" | "smaller", value: string): Test {
  const [, digits = "", unit = ""] = /^(\d+)([km]?)b?$/i.exec(value) ?? [];
  if (digits === "") return () => false;
  const bytes = Number(digits) * ({ k: 1024, m: 1024 * 1024 }[unit.toLowerCase()] ?? 1);
  return ({ sizeBytes }) => (field === "larger" ? sizeBytes > bytes : sizeBytes < bytes);
}

function dateTest(field: string, value: string, nowMs: number): Test {
  const [, count, unit] = /^(\d+)([hdmy])$/i.exec(value) ?? [];
  if (field.endsWith("_than")) {
    if (count === undefined || unit === undefined) return () => false;
    const border = nowMs - Number(count) * (AGE_MS[unit.toLowerCase()] ?? DAY_MS);
    return field === "newer_than" ? ({ dateMs }) => dateMs > border : ({ dateMs }) => dateMs <= border;
  }
  const border = momentOf(value);
  if (border === null) return () => false;
  return field === "after" || field === "newer"
    ? ({ dateMs }) => dateMs >= border
    : ({ dateMs }) => dateMs < border;
}

/** `2026/03/18`, `2026-03-18`, `03/18/2026` or seconds since the epoch. */
function momentOf(value: string): number | null {
  if (/^\d{9,11}$/.test(value)) return Number(value) * 1000;
  const [, year, month, day] = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(value) ?? [];
  const [, otherMonth, otherDay, otherYear] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(value) ?? [];
  const parts = [year ?? otherYear, month ?? otherMonth, day ?? otherDay].map(Number);
  const [y = NaN, m = NaN, d = NaN] = parts;
  const atMs = Date.UTC(y, m - 1, d) + PACIFIC_MS;
  return Number.isNaN(atMs) ? null : atMs;
}
