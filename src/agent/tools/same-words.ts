/**
 * Ways to write one thing: times, amounts, numbers, days and short forms, each in one form. Two texts that are the same afterward say the
 * same, whoever wrote which. Only what code can decide alone stands here: no synonyms, nothing that depends on what is meant. Pure.
 */

const WEEKDAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

const SHORT_DAY = /(?<!\p{L})(Mon|Tues?|Wed|Thu(?:rs?)?|Fri)(?!\p{L})\.?(?=\s|[,;:)]|$)/gu;
const DAYS: Readonly<Record<string, string>> = { M: "Mon", T: "Tues", W: "Wednes", Th: "Thurs", F: "Fri" };

const MONTH = new RegExp(
  String.raw`\b(${MONTHS.join("|")}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.? (\d{1,2})(?:st|nd|rd|th)?(?![\d:])`,
  "gu",
);
const EVERY = new RegExp(String.raw`\b(?:[Ee]very|[Ee]ach) (${WEEKDAY})(?=\s*(?:[.,;!]|$))`, "gu");
const TIME = /(?<![\d:.,$€£])(\d{1,2})(?::([0-5]\d))?\s?([ap])\.?\s?m\b(?:\.(?!$))?/giu;
const PHONE = /(?<![\d+])(?:\+?1[ .-]?)?\(?([2-9]\d{2})\)?[ .-]?(\d{3})[ .-]?(\d{4})(?![\d-])/gu;
const DOLLARS = /(?<![\d$,.])(\d[\d,]*(?:\.\d{2})?) dollars\b/giu;

const FORMS: readonly (readonly [RegExp, string | ((...found: string[]) => string)])[] = [
  [/\b([Ee])-mail/gu, "$1mail"],
  [TIME, (all, hour = "", minutes = "00", half = "") => timeOf(Number(hour), minutes, half) ?? all],
  [/(?<![\dt:.,$])(1[3-9]|2[0-3]):([0-5]\d)(?![\d:])/gu, "t$1:$2"],
  [/(?<![\dt:.,$])0(\d):([0-5]\d)(?![\d:])/gu, "t$1:$2"],
  [PHONE, (_, area = "", exchange = "", line = "") => `+1${area}${exchange}${line}`],
  [/(?<![\d.,])(\d{1,3}(?:,\d{3})+)(?![\d,])/gu, (all) => all.replaceAll(",", "")],
  [DOLLARS, "$$$1"],
  [/(?<=\$)\s(?=\d)/gu, ""],
  [/(?<=\$\d+)\.00\b/gu, ""],
  [/(?<=\d)\s?(?:percent|per cent)\b/giu, "%"],
  [SHORT_DAY, (_, day = "") => `${DAYS[day.startsWith("Th") ? "Th" : day.charAt(0)] ?? ""}day`],
  [/(?<=\s)&(?=\s)/gu, "and"],
  [
    MONTH,
    (_, month = "", day = "") => `${MONTHS.find((one) => one.startsWith(month.slice(0, 3))) ?? month} ${day}`,
  ],
  [EVERY, "on $1s"],
  // “One” is a pronoun as well.
  [
    new RegExp(String.raw`(?<![\p{L}\p{N}-])(?:${SMALL.slice(2).join("|")})(?![\p{L}\p{N}-])`, "giu"),
    (all) => String(SMALL.indexOf(all.toLowerCase())),
  ],
  // An announcement of what holds.
  [
    /^\s*(?:from now on|going forward|starting now)\b,?\s+|,?\s+(?:from now on|going forward)(?=[.!]*$)/giu,
    "",
  ],
];

/** `t20:00`; null for what is no time. */
function timeOf(hour: number, minutes: string, half: string): string | null {
  if (hour < 1 || hour > 12) return null;
  return `t${(hour % 12) + (half.toLowerCase() === "p" ? 12 : 0)}:${minutes}`;
}

export function inOneForm(text: string): string {
  return FORMS.reduce((words, [from, to]) => words.replace(from, to as string), text);
}
