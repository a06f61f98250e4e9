/**
 * Replaces numbers, addresses, links and IDs in texts. Amounts, dates and times remain. All patterns are
 * bounded, so the work is linear.
 */
import { isCommon } from "./vocabulary.ts";
import { lazy } from "../../kernel/lazy.ts";

/** What else is known about numbers and addresses. */
interface MarkNames {
  /** The replacement for a known person's mailbox name (before the @); null for others. */
  readonly mailbox: (address: string) => string | null;
  /** Whether a number (digits) or address (lowercase) belongs to a known person. */
  readonly isKnown: (key: string) => boolean;
  /** Whether a mailbox name is one of our invented ones. */
  readonly isInvented: (local: string) => boolean;
}

/**
 * A pattern in either case, letter by letter. Not by modifiers (`(?i:…)`): in a process with many patterns V8 13.6 stopped matching
 * capitals within some of them, which left codes in texts.
 */
function anyCase(pattern: string): string {
  return pattern.replaceAll(/\\.|\(\?:|\[([^\]]*)\]|(\p{L})/gu, (found, several?: string, one?: string) => {
    const letters = several ?? one;
    if (letters === undefined) return found;
    return `[${letters.toLowerCase()}${letters.toUpperCase()}]`;
  });
}

const SUFFIX =
  "(?:Street|Avenue|Ave|Road|Boulevard|Blvd|Parkway|Pkwy|Highway|Hwy|Terrace|Lane|St|Rd|Ln|Dr|Drive|Court|Ct|Place|Pl|Way|Square|Circle|Cir|Trail|Alley)";
const WORD_OF_STREET = String.raw`(?:[\p{L}\p{M}'’.]{1,30}|\d{1,3}(?:st|nd|rd|th))\s{1,3}`;
const TOP_LEVEL = "(?:com|org|net|io|co|us|uk|de|app|dev|gov|edu|info|biz|me|example|test)";

/** Words before or after a number that mark it as personal. */
const SECRET = `(?:${anyCase(
  "code|pin|passcode|password|passphrase|combo|combination|gate|buzzer|intercom|lock|lockbox|keybox|keypad|alarm|safe",
)})`;
const OWN_NUMBER = `(?:${anyCase(
  "account|acct|invoice|policy|loan|member|reference|claim|card|licen[sc]e|passport|SSN|IBAN",
)})`;
const BORN = `(?:${anyCase(String.raw`born|birth(?:day|date)|date of birth|D\.?O\.?B\.?|geboren|nacid[ao]`)})`;
const MONTH = String.raw`(?:${anyCase("jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec")})\p{L}{0,7}\.?`;
const FILLER = String.raw`[^\p{Nd}\n.!?;]{0,24}`;
const CODE = String.raw`[#*]?\p{Nd}(?:[\s-]?\p{Nd}){2,11}[#*]?`;
const NO_TIME = String.raw`(?![\p{Nd}:/]|\s?[aApP]\.?[mM])`;
const DATE_PARTS = String.raw`\p{Nd}{1,4}(?:[\s/.,-]{0,3}(?:st|nd|rd|th|of|\p{L}{3,10})?[\s/.,-]{0,3}\p{Nd}{1,4}){0,3}`;

/** Spoken digits, as people dictate numbers. */
const SPOKEN_DIGIT = `(?:${anyCase("zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple")})`;
const SPOKEN_NUMBER = `(?:${SPOKEN_DIGIT}|${anyCase(
  "ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred",
)})`;
const spokenRun = (word: string, least: number): string =>
  String.raw`${word}(?:[\s,-]{1,2}${word}){${least - 1},20}(?!\p{L})`;

/** Spelled-out symbols of an address, with or without parentheses. */
const sign = (words: string): string =>
  String.raw`(?:\s{1,2}(?:${anyCase(words)})\s{1,2}|\s{0,2}[([{<](?:${anyCase(words)})[)\]}>]\s{0,2})`;
const AT = `(?:${sign("at|arroba|bei|chez")}|@)`;
const DOT = String.raw`(?:${sign("dot|punto|punkt|point")}|\.)`;
const SPOKEN_DOT = sign("dot|punto|punkt|point");
const LOCAL = String.raw`[\p{L}\p{M}\p{N}._+-]{1,64}(?:${sign("dot|punto|punkt|point|underscore|dash|hyphen|minus|plus")}[\p{L}\p{M}\p{N}._+-]{1,64}){0,4}`;
const LABEL = String.raw`[\p{L}\p{M}\p{N}-]{1,63}`;

/** In matching order. */
const PATTERNS = {
  spoken: String.raw`${LOCAL}${AT}${LABEL}(?:${DOT}${LABEL}){0,3}${DOT}(?:${anyCase(TOP_LEVEL)})(?![\p{L}\p{M}\p{N}@])|${LABEL}(?:${SPOKEN_DOT}${LABEL}){0,3}${SPOKEN_DOT}(?:${anyCase(TOP_LEVEL)})(?![\p{L}\p{M}\p{N}@])`,
  handle: String.raw`@[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_.-]{0,40}`,
  birth: String.raw`${BORN}(?!\p{L})${FILLER}${DATE_PARTS}`,
  birthBefore: String.raw`(?:${MONTH}\s)?${DATE_PARTS}(?=${FILLER}(?<!\p{L})${BORN}(?!\p{L}))`,
  password: String.raw`(?:${anyCase("password|passcode|passphrase|passwort|kennwort|contraseña|pwd")})(?:\s{0,2}[:=]\s{0,2}|\s{1,2}(?:${anyCase("is|ist|es")})\s{1,2})(?=\S{0,64}[\p{Nd}\p{Lu}_!@#$%*-]|[^\s.,;!?]{3,64}[.,;!?]?(?:\n|$))\S{3,64}`,
  secret: String.raw`${SECRET}(?![\p{L}])${FILLER}(?:${CODE}${NO_TIME}|(?<!\p{L})${spokenRun(SPOKEN_NUMBER, 2)})`,
  account: String.raw`${OWN_NUMBER}(?:\s(?:number|no\.?|nr\.?|id|ID))?(?:\s(?:is|ends in|ending in))?[\s:#]{1,3}\p{Nd}(?:[\s-]?\p{Nd}){2,15}${NO_TIME}`,
  said: spokenRun(SPOKEN_DIGIT, 4),
  money: String.raw`[$€£]\s?\d{1,3}(?:,?\d{3}){0,2}(?:\.\d{1,2})?(?![\d-])`,
  date: String.raw`(?:\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})?)?|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})(?!\d)`,
  time: String.raw`\d{1,2}(?::\d{2}(?::\d{2})?)?\s?(?:[aApP]\.?[mM]\b\.?)|\d{1,2}:\d{2}(?!\d)`,
  link: String.raw`(?:[a-zA-Z][a-zA-Z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"]{1,2000}`,
  mailbox: String.raw`[^\s<>()[\]"',;:@]{1,64}@[\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63}){1,6}`,
  domain: String.raw`[\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63}){0,4}\.${TOP_LEVEL}(?![\p{L}\p{M}\p{N}.])(?:\/[^\s<>"]{0,2000})?`,
  street: String.raw`\d{1,6}\p{L}?\s{1,3}(?:${WORD_OF_STREET}){1,3}?(?:${SUFFIX}|street|avenue|ave|road|boulevard|blvd|st|rd|lane|ln)\b(?:,?\s{1,2}[A-Z]{2}\s{1,2}\d{5})?|\p{Lu}[\p{L}\p{M}-]{0,40}(?:straße|strasse|weg|platz|gasse)\s\d{1,4}\p{L}?`,
  zip: String.raw`[A-Z]{2}\s{1,2}\d{5}(?:-\d{4})?(?!\d)`,
  unit: String.raw`(?:[Uu]nit|UNIT|[Aa]pt|APT|[Aa]partment|[Ss]uite|[Ss]te|[Ff]lat|[Rr]oom)\.?\s{0,2}#?\s?(?:\p{Nd}{1,5}(?:[-\s]?\p{L}(?!\p{L}))?|\p{Lu}\p{Nd}{0,4}(?![\p{L}\p{Nd}]))|#\p{Nd}{1,5}\p{L}?`,
  before: String.raw`(?:${CODE}${NO_TIME}|${spokenRun(SPOKEN_NUMBER, 3)})(?=${FILLER}(?<!\p{L})(?:${SECRET}|${OWN_NUMBER})(?!\p{L}))`,
  phone: String.raw`\+?\(?\p{Nd}(?:[\s().-]{0,3}\p{Nd}){6,16}`,
  id: String.raw`(?=[\p{L}_-]{0,80}\p{Nd})[\p{L}\p{Nd}_-]{8,200}`,
  digits: String.raw`\p{Nd}{6,}`,
} as const;

type Kind = keyof typeof PATTERNS;

const KINDS = Object.keys(PATTERNS) as Kind[];
const marks = lazy(
  () =>
    new RegExp(
      String.raw`(?<![\p{L}\p{Nd}])(?:${KINDS.map((kind) => `(?<${kind}>${PATTERNS[kind]})`).join("|")})|(?<late>\p{Nd}{6,})`,
      "gu",
    ),
);

/** Replacements by kind, and what is left unchanged. */
const MADE: Partial<Record<Kind, { readonly is: RegExp; readonly of: (n: number) => string }>> = {
  link: { is: /^https:\/\/example\.com\/\d+$/, of: (n) => `https://example.com/${n}` },
  domain: { is: /^example\.com$/, of: (n) => `https://example.com/${n}` },
  street: { is: /^\d+ Example Street$/, of: (n) => `${n} Example Street` },
  // A word with at most two digits is not an ID.
  id: { is: /^(?:\P{Nd}*\p{Nd}){0,2}\P{Nd}*$/u, of: (n) => `ref${n}` },
};
const ZEROS = "000000";
const birthDate = lazy(() => new RegExp(String.raw`(?:${MONTH}\s)?\p{Nd}.*$`, "u"));
const lastNumber = lazy(
  () => new RegExp(String.raw`[#*]?\p{Nd}[\p{Nd}\s-]*[#*]?$|(?<!\p{L})${spokenRun(SPOKEN_NUMBER, 2)}$`, "u"),
);

/** Number of fictional phone numbers available. */
const FICTIONAL = 100;

/** Replacements made so far. */
export class Marks {
  readonly #given = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #names: MarkNames;
  readonly #taken: ReadonlySet<string>;

  constructor(names: MarkNames, texts: readonly string[]) {
    this.#names = names;
    this.#taken = new Set(texts.flatMap((text) => text.match(OWN) ?? []).map((found) => found.toLowerCase()));
  }

  replace(text: string): string {
    return text.replaceAll(marks(), (found: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
      const kind = KINDS.find((one) => groups[one] !== undefined) ?? "digits";
      return this.#instead(kind, found);
    });
  }

  #instead(kind: Kind, found: string): string {
    const made = MADE[kind];
    if (made !== undefined) return made.is.test(found) ? found : this.#fresh(kind, found, made.of);
    if (kind === "mailbox") return this.#mailbox(found);
    if (kind === "spoken") return this.#spoken(found);
    if (kind === "handle")
      return /^@someone\d+$/.test(found)
        ? found
        : this.#fresh(kind, found.toLowerCase(), (n) => `@someone${n}`);
    if (kind === "birth" || kind === "birthBefore") return found.replace(birthDate(), "1/1/2000");
    if (kind === "secret" || kind === "account") return found.replace(lastNumber(), ZEROS);
    if (kind === "said" || kind === "before") return ZEROS;
    if (kind === "password") return found.replace(/\S+$/u, ZEROS);
    if (kind === "unit") return this.#unit(found);
    if (kind === "phone") return this.#phone(found);
    if (kind === "zip") return `${found.slice(0, 2)} 00000`;
    return kind === "digits" ? ZEROS : found;
  }

  #mailbox(found: string): string {
    const address = found.toLowerCase();
    const [local = "", domain] = address.split("@");
    const isOurs = domain === "example.com" && (/^someone\d*$/.test(local) || this.#names.isInvented(local));
    if (isOurs && !this.#names.isKnown(address)) return found;
    const name = this.#names.mailbox(address);
    return name === null
      ? this.#fresh("mailbox", address, (n) => `someone${n}@example.com`)
      : `${name}@example.com`;
  }

  #spoken(found: string): string {
    if (WRITTEN.test(found)) return this.#mailbox(found);
    // "Visit us at maple.com" contains a website, not an e-mail address.
    const [, before = "", at = "", site = ""] = SITE.exec(found) ?? [];
    if (site !== "" && isCommon(before.toLowerCase())) return `${before}${at}${this.replace(site)}`;
    return this.#fresh("mailbox", found.toLowerCase(), (n) => `someone${n}@example.com`);
  }

  #unit(found: string): string {
    const [, word = "", value = ""] =
      /^(#|[^\p{Nd}#]*?#?\s?)((?:\p{Nd}|\p{Lu}(?=\p{Nd}|$)).*)$/u.exec(found) ?? [];
    return /^X\d+$/.test(value)
      ? found
      : `${word}${this.#fresh("unit", value.toUpperCase(), (n) => `X${n}`)}`;
  }

  #phone(found: string): string {
    const digits = found.replaceAll(/\P{Nd}/gu, "");
    const isPlain = digits.length === found.length;
    if (isPlain && digits.length < 10 && !this.#names.isKnown(digits)) return ZEROS;
    const ten = digits.slice(-10);
    if (/^20255501\d\d$/.test(ten) && digits.length < 12 && !this.#names.isKnown(ten)) return found;
    const number = this.#fresh(
      "phone",
      ten,
      (n) => `20255501${String((n - 1) % FICTIONAL).padStart(2, "0")}`,
    );
    return found.startsWith("+") ? `+1${number}` : `(202) 555-${number.slice(-4)}`;
  }

  /** The earlier replacement of a value, or the next one that occurs in no text. */
  #fresh(kind: string, thing: string, make: (n: number) => string): string {
    const key = `${kind} ${thing}`;
    const before = this.#given.get(key);
    if (before !== undefined) return before;
    let n = this.#counts.get(kind) ?? 0;
    let made: string;
    do made = make(++n);
    while (n < FICTIONAL && (this.#taken.has(made.toLowerCase()) || this.#names.isKnown(made)));
    this.#counts.set(kind, n);
    this.#given.set(key, made);
    return made;
  }
}

const WRITTEN = /^[^\s()[\]{}<>]+@[^\s()[\]{}<>]+$/u;
const SITE = /^(\p{L}+)(\s+at\s+)(\S+)$/iu;

const keptFigures = lazy(
  () =>
    new RegExp(String.raw`(?<![\p{L}\p{Nd}])(?:${PATTERNS.money}|${PATTERNS.date}|${PATTERNS.time})`, "gu"),
);

/** A text without amounts, dates, times and our own replacements. */
export function withoutPlainFigures(text: string): string {
  return text.replaceAll(OWN, " ").replaceAll(keptFigures(), " ");
}

/** Replacements a text may already contain from earlier anonymizing. */
const OWN =
  /https:\/\/example\.com\/\d{1,6}|someone\d{1,6}@example\.com|@someone\d{1,6}\b|\b\d{1,6} Example Street|\bX\d+\b|\bref\d+\b|20255501\d\d|\(202\) 555-01\d\d|(?:\b[A-Z]{2} )?\b0{5,6}\b/g;
