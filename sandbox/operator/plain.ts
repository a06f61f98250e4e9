/**
 * What people type in a hurry, in full: "whats" is "what's", "can u" is "can you", "friday" is "Friday". Quoted words stay as they are. A
 * reminder's verb and time are read in Spanish too.
 */

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\b(what|where|who|when|how|that|there|here)s\b/gi, "$1's"],
  [/\b(do|does|did|is|are|was|were|has|have|would|could|should)nt\b/gi, "$1n't"],
  [/\bwh?ats\b|\bwuts?\b/gi, "what's"],
  [/\b(s?he)s\b/gi, "$1's"],
  [/\bcant\b/gi, "can't"],
  [/\bwont\b/gi, "won't"],
  [/\bi(m|ve)\b/gi, "I'$1"],
  [/\bi\b/g, "I"],
  [/\bu\b/gi, "you"],
  [/\bur\b/gi, "your"],
  [/\bpl[sz]\b/gi, "please"],
  [/\btxt\b/gi, "text"],
  [/\bmsg(s?)\b/gi, "message$1"],
  [/\bappt(s?)\b/gi, "appointment$1"],
  [/\b(?:tmrw?|tmw|2moro|tomm?or?row?)\b/gi, "tomorrow"],
];
const SPANISH_REMINDER = /^(?:por favor,? )?recu[eé]rd[ae]me\b(?: que)?/i;
const SPANISH_TIMES: readonly (readonly [RegExp, string])[] = [
  [SPANISH_REMINDER, "remind me"],
  [/\bpasado mañana\b/gi, "in two days"],
  [/\b(?:de|por|en) la mañana\b/gi, "in the morning"],
  [/\b(?:de|por|en) la tarde\b/gi, "in the afternoon"],
  [/\bmañana\b/gi, "tomorrow"],
  [/\bhoy\b/gi, "today"],
  [/\ba las? (?=\d)/gi, "at "],
  ...["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"].map((name, at) => {
    const day = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"][at] ?? "";
    return [new RegExp(`\\b(?:el )?${name.replace(/[éá]/, ".")}(?=\\s|$)`, "gi"), day] as const;
  }),
];
const DAY = /\b(mon|tues|wednes|thurs|fri|satur|sun)(days?)\b/g;

export function inFull(words: string): string {
  return words
    .split(/(["“«][^"”»]*["”»])/)
    .map((part, at) => (at % 2 === 1 ? part : full(part)))
    .join("");
}

function full(words: string): string {
  const short = SPANISH_REMINDER.test(words) ? [...SPANISH_TIMES, ...SHORT] : SHORT;
  return short
    .reduce((text, [from, to]) => text.replace(from, to), words)
    .replace(DAY, (_, day: string, rest: string) => day.charAt(0).toUpperCase() + day.slice(1) + rest);
}
