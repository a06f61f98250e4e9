/**
 * What the words of a draft hold: times and days, prices, promises, links, amounts. It finds too much rather than too little: whoever reads the card sees what
 * was found. Pure.
 */
import { firstLink } from "../../kernel/leads.ts";
import { lazy } from "../../kernel/lazy.ts";
import type { Holds } from "../api/house-rules.ts";

/** Languages of texts whose names of days and months are known. */
const LOCALES = ["en", "es", "fr", "de", "pt", "it", "pl"];

/** Names of weekdays and months, and of the months alone, as alternatives of a pattern. */
const names = lazy(() => {
  const of = (options: Intl.DateTimeFormatOptions, count: number, step: number): string[] =>
    LOCALES.flatMap((locale) => {
      const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
      return Array.from({ length: count }, (_, at) => format.format(at * step + step / 2).toLowerCase());
    });
  const alternatives = (words: readonly string[]): string =>
    [...new Set(words)].toSorted((one, other) => other.length - one.length).join("|");
  const DAY = 86_400_000;
  const months = of({ month: "long" }, 12, 30.4375 * DAY);
  return {
    days: alternatives(of({ weekday: "long" }, 7, DAY)),
    months: `${alternatives(months)}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|ene|abr|ago|dic`,
  };
});

const HOUR = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
const NUMBER = String.raw`\d+|${HOUR}|an?|a few|a couple(?: of)?|half an|un|una|dos|tres`;

const time = lazy(() => {
  const { days, months } = names();
  const parts = [
    // 3 pm, 3p, 15:30, 15h30, 3 o'clock, half past ten, noon
    String.raw`\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?\s?m\b\.?|[ap]\b|uhr\b|o['’]?clock)`,
    String.raw`\d{1,2}\s?[:h]\s?\d{2}(?!\d)`,
    String.raw`(?:${HOUR})\s(?:o['’]?clock|thirty|[ap]\.?m\b|(?:in the )?(?:morning|afternoon|evening)|sharp)`,
    String.raw`(?:half past|quarter (?:past|to|after)|a las?|um|à|alle)\s(?:\d|${HOUR})`,
    String.raw`noon|midday|midnight|mediod[ií]a|medianoche`,
    // at 3, by five, around 10, between 9 and 12
    String.raw`(?:at|by|around|about|before|after|until|till|from)\s(?:[01]?\d|2[0-4]|${HOUR})(?![\p{L}\d])(?!\s?(?:%|days?\b|units?\b|people\b))`,
    String.raw`between\s(?:\d{1,2}|${HOUR})\s(?:and|-)\s(?:\d{1,2}|${HOUR})`,
    String.raw`\d{1,2}\s?[-–]\s?\d{1,2}\s?(?:[ap]\.?m\b|uhr\b)`,
    // today, tomorrow morning, Monday, next week, in 20 minutes
    String.raw`today|tonight|tomorrow|hoy|mañana|demain|aujourd['’]hui|heute|morgen|amanhã|domani|jutro|tmrw|tmr|tmw`,
    String.raw`(?:this|next|coming)\s(?:morning|afternoon|evening|week(?:end)?|month)|first thing`,
    String.raw`(?<!good )(?:in the |this )(?:morning|afternoon|evening)`,
    String.raw`(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?=[\s.,]+(?:\d|at\b|morning|afternoon|evening|by\b))`,
    String.raw`(?:${days})s?`,
    String.raw`(?:in|within|en|dentro de|dans)\s(?:about |around |the next |less than )?(?:${NUMBER})\s(?:more )?(?:min(?:ute)?s?|hours?|hrs?|days?|weeks?|minutos?|horas?|d[ií]as?|semanas?|minutes?|heures?|stunden?|tagen?)`,
    String.raw`(?:end of (?:the )?(?:day|week|month)|eod|eow|asap|right away|shortly|soon(?:est)?|immediately)`,
    // Dec 3, 3 December, the 3rd, 12/3, 2026-12-03
    String.raw`(?:${months})\.?\s(?:the\s)?\d{1,2}`,
    String.raw`\d{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s|de\s)?(?:${months})`,
    String.raw`(?:the|el|le)\s\d{1,2}(?:st|nd|rd|th)`,
    String.raw`\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?(?!\d)`,
    String.raw`\d{4}-\d{2}-\d{2}`,
  ];
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${parts.join("|")})(?![\p{L}])`, "iu");
});

const CURRENCY = String.raw`dollars?|bucks?|grand|usd|eur|euros?|gbp|pounds?|cad|cents?|d[oó]lares|pesos`;
const price = lazy(
  () =>
    new RegExp(
      String.raw`\p{Sc}\s?\d[\d.,]*\s?k?|\d[\d.,]*\s?(?:\p{Sc}|k\b|(?:${CURRENCY})\b)|(?<![\p{L}])(?:hundred|thousand|cien|mil)\s?(?:${CURRENCY})\b|(?<!\p{L})(?:free of charge|at no (?:cost|charge)|gratis)\b`,
      "iu",
    ),
);

const promise =
  /(?<!\p{L})(?:promis\p{L}*|guarant\p{L}*|commit\p{L}*|assur\p{L}*|definitely|for sure|count on|you have my word|(?:i|we|he|she|they|it|someone|somebody|\p{Lu}\p{L}+)(?:['’]ll|\s(?:will|shall|can|(?:am|are|is) going to|['’]?(?:re|m|s) going to))|(?:i['’]m|we['’]re|they['’]re|he['’]s|she['’]s) (?:going to|coming|sending)|vamos a|voy a|va a|le prometo|garantiz\p{L}*|(?:ir|vendr|estar|pasar|llegar|arreglar|enviar|mandar)(?:emos|é|á|án))(?!\p{L})/u;

/** The first words in a text that are of this kind; null without any. */
export function findHeld(kind: Holds, text: string): string | null {
  const words = text.normalize("NFKC");
  switch (kind) {
    case "time":
      return time().exec(words)?.[0] ?? null;
    case "price":
      return price().exec(words)?.[0] ?? null;
    case "promise":
      return promise.exec(words)?.[0] ?? promise.exec(words.toLowerCase())?.[0] ?? null;
    case "link":
      return firstLink(words);
  }
}

const amounts = lazy(
  () =>
    new RegExp(
      String.raw`(?<cur>\p{Sc}\s?)?(?<![\p{L}\d.,+/-])(?<number>\d{1,3}(?:[,’' ]\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?)(?<kilo>\s?k(?!\p{L}))?(?<after>\s?(?:\p{Sc}|(?:${CURRENCY})(?!\p{L})))?(?![\d/:-])`,
      "giu",
    ),
);
/** Words before a bare figure that make it an amount. */
const COSTS =
  /(?:rent|fee|deposit|price|cost|quote|estimate|bid|invoice|total|payment|pay|paid|charge|refund|credit|balance|owe|budget|offer|amount|worth|bill|comes? to|came to)s?\p{L}{0,3}(?:\s\S+){0,3}\s$/iu;
const spelled = lazy(
  () => new RegExp(String.raw`(?<!\p{L}|\d\s?)(?:hundred|thousand|grand|million|cien|mil)(?!\p{L})`, "iu"),
);

/** The largest amount of money a text names. `Infinity` where an amount is written in words: nobody knows how much it is. */
export function largestAmount(text: string): { readonly amount: number; readonly words: string } | null {
  const words = text.normalize("NFKC");
  let largest: { amount: number; words: string } | null = null;
  const take = (amount: number, told: string): void => {
    if (largest === null || amount > largest.amount) largest = { amount, words: told.trim() };
  };
  for (const match of words.matchAll(amounts())) {
    const { cur, number = "", kilo, after } = match.groups ?? {};
    const isGrouped = /[,’']/.test(number);
    const before = words.slice(Math.max(0, match.index - 60), match.index);
    if (cur === undefined && after === undefined && kilo === undefined && !isGrouped && !COSTS.test(before))
      continue;
    const isThousands = kilo !== undefined || /grand/i.test(after ?? "");
    take(Number(number.replace(/[,’' ]/g, "")) * (isThousands ? 1_000 : 1), match[0]);
  }
  const inWords = spelled().exec(words)?.[0];
  if (inWords !== undefined) take(Infinity, inWords);
  return largest;
}
